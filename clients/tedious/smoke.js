// The smoke of clients/README.md with tedious.
const assert = require('node:assert');
const { Connection, Request, TYPES, ISOLATION_LEVEL } = require('tedious');
const { host, port, password, encryption, check, end } = require('../check.js');

function connect(word = password, more = {}) {
  return new Promise((resolve, reject) => {
    const connection = new Connection({
      server: host,
      authentication: { type: 'default', options: { userName: 'sa', password: word } },
      options: { port, database: 'master', useUTC: true, ...encryption, ...more },
    });
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

// What came of a request: rows of all its results, how many it told of, values given back, the status.
function run(connection, text, { how = 'execSql', prepare = () => {}, parameters } = {}) {
  return new Promise((resolve, reject) => {
    const found = { rows: [], sets: [], outputs: {}, status: undefined };
    const request = new Request(text, (error, count) => {
      if (error) reject(error);
      else resolve({ ...found, count });
    });
    request.on('columnMetadata', (columns) => found.sets.push(columns.map((column) => column.colName)));
    request.on('row', (row) => found.rows.push(row.map((cell) => cell.value)));
    request.on('returnValue', (name, value) => { found.outputs[name] = value; });
    request.on('doneProc', (count, more, status) => { found.status = status; });
    prepare(request);
    connection[how](request, parameters);
  });
}

const batch = (connection, text) => run(connection, text, { how: 'execSqlBatch' });

async function expectError(number, work) {
  try {
    await work();
  } catch (error) {
    assert.strictEqual(error.number, number, `${error.message} instead of error ${number}`);
    return;
  }
  assert.fail(`no error ${number}`);
}

async function types(db) {
  const last = new Date('9999-12-31T23:59:59.999Z');
  const cases = [
    ['tinyint', TYPES.TinyInt, 255],
    ['tinyint', TYPES.TinyInt, 0],
    ['smallint', TYPES.SmallInt, -32768],
    ['smallint', TYPES.SmallInt, 32767],
    ['int', TYPES.Int, -2147483648],
    ['int', TYPES.Int, 2147483647],
    ['bigint', TYPES.BigInt, '9223372036854775807'],
    ['bigint', TYPES.BigInt, '-9223372036854775808'],
    ['bit', TYPES.Bit, true],
    ['bit', TYPES.Bit, false],
    ['float', TYPES.Float, -Number.MAX_VALUE],
    ['float', TYPES.Float, Number.MAX_VALUE],
    ['real', TYPES.Real, 1.5],
    ['decimal(15,3)', TYPES.Decimal, -123456789012.345, { precision: 15, scale: 3 }],
    ['money', TYPES.Money, 12345.6789],
    ['smallmoney', TYPES.SmallMoney, -214748.3648],
    ['varchar(20)', TYPES.VarChar, 'plain'],
    ['nvarchar(20)', TYPES.NVarChar, 'snow ☃ 𝄞'],
    ['nvarchar(20)', TYPES.NVarChar, ''],
    ['nvarchar(max)', TYPES.NVarChar, 'длинно'.repeat(5000)],
    ['nchar(4)', TYPES.NChar, 'abcd', { length: 4 }],
    ['varchar(max)', TYPES.VarChar, 'x'.repeat(100000)],
    ['binary(4)', TYPES.Binary, Buffer.from([0, 1, 2, 255]), { length: 4 }],
    ['varbinary(20)', TYPES.VarBinary, Buffer.from([0, 1, 255])],
    ['varbinary(20)', TYPES.VarBinary, Buffer.alloc(0)],
    ['varbinary(max)', TYPES.VarBinary, Buffer.alloc(20000, 7)],
    ['uniqueidentifier', TYPES.UniqueIdentifier, '01234567-89AB-CDEF-0123-456789ABCDEF'],
    ['datetime', TYPES.DateTime, new Date('1753-01-01T00:00:00.000Z')],
    ['smalldatetime', TYPES.SmallDateTime, new Date('2079-06-06T23:59:00.000Z')],
    ['datetime2(7)', TYPES.DateTime2, last, { scale: 7 }],
    ['datetimeoffset(7)', TYPES.DateTimeOffset, last, { scale: 7 }],
    ['datetime', TYPES.DateTime, new Date('9999-12-31T23:59:59.997Z')],
    ['date', TYPES.Date, new Date('0001-01-01T00:00:00.000Z')],
    ['date', TYPES.Date, new Date('9999-12-31T00:00:00.000Z')],
    ['time(7)', TYPES.Time, new Date('1970-01-01T23:59:59.999Z'), { scale: 7 }],
  ];
  for (const [declared, type, value, options] of cases) {
    await check(`type ${declared}`, async () => {
      const text = `SELECT CAST(@p AS ${declared}) AS v`;
      for (const sent of [value, null]) {
        const { rows } = await run(db, text, { prepare: (request) => request.addParameter('p', type, sent, options) });
        assert.deepStrictEqual(rows, [[sent]]);
      }
    });
  }
  await check('type xml', async () => {
    assert.deepStrictEqual((await batch(db, "SELECT CAST('<a>1</a>' AS xml) AS x")).rows, [['<a>1</a>']]);
  });
}

async function statements(db) {
  await check('create a table', () => batch(db, `DROP TABLE IF EXISTS dbo.js_smoke;
    CREATE TABLE dbo.js_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)`));
  await check('prepared statement', async () => {
    const counts = [];
    const insert = new Request('INSERT dbo.js_smoke VALUES (@id, @name)', () => {});
    insert.addParameter('id', TYPES.Int);
    insert.addParameter('name', TYPES.NVarChar);
    const done = (begin) => new Promise((resolve, reject) => {
      insert.userCallback = insert.callback = (error, count) => (error ? reject(error) : resolve(count));
      begin();
    });
    await new Promise((resolve) => { insert.once('prepared', resolve); db.prepare(insert); });
    await new Promise((resolve) => setImmediate(resolve));
    for (const id of [1, 2, 3]) {
      counts.push(await done(() => db.execute(insert, { id, name: `name ${id}` })));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done(() => db.unprepare(insert));
    assert.deepStrictEqual(counts, [1, 1, 1]);
  });
  await check('error 8134', () => expectError(8134, () => run(db, 'SELECT 1 / 0 AS v')));
  await check('error 2627', () => expectError(2627, () => run(db, "INSERT dbo.js_smoke VALUES (1, N'again')")));
  await check('procedure with OUTPUT and status', async () => {
    await batch(db, `CREATE OR ALTER PROCEDURE dbo.js_twice @in int, @out int OUTPUT AS
      BEGIN SET @out = @in * 2; SELECT @in AS given; RETURN 7 END`);
    const found = await run(db, 'dbo.js_twice', { how: 'callProcedure', prepare: (request) => {
      request.addParameter('in', TYPES.Int, 21);
      request.addOutputParameter('out', TYPES.Int);
    } });
    assert.deepStrictEqual([found.rows, found.outputs, found.status], [[[21]], { out: 42 }, 7]);
  });
  await check('rows as a parameter', async () => {
    await batch(db, 'DROP PROCEDURE IF EXISTS dbo.js_sum; DROP TYPE IF EXISTS dbo.js_rows');
    await batch(db, 'CREATE TYPE dbo.js_rows AS TABLE (id int, name nvarchar(20))');
    await batch(db, 'CREATE PROCEDURE dbo.js_sum @rows dbo.js_rows READONLY AS SELECT SUM(id) AS n, MAX(name) AS last FROM @rows');
    const table = {
      name: 'js_rows',
      schema: 'dbo',
      columns: [{ name: 'id', type: TYPES.Int }, { name: 'name', type: TYPES.NVarChar, length: 20 }],
      rows: [[1, 'a'], [2, 'b'], [3, null]],
    };
    const given = { rows: [[6, 'b']], nothing: [[null, null]] };
    const call = (rows) => run(db, 'dbo.js_sum', { how: 'callProcedure', prepare: (request) => request.addParameter('rows', TYPES.TVP, rows) });
    assert.deepStrictEqual((await call(table)).rows, given.rows);
    // Without a type's name it is the procedure's parameter that has it.
    assert.deepStrictEqual((await call({ columns: table.columns, rows: table.rows })).rows, given.rows);
    assert.deepStrictEqual((await call({ ...table, rows: [] })).rows, given.nothing);
    assert.deepStrictEqual((await call(null)).rows, given.nothing);
    const text = 'SELECT SUM(id) AS n, MAX(name) AS last FROM @rows';
    const { rows } = await run(db, text, { prepare: (request) => request.addParameter('rows', TYPES.TVP, table) });
    assert.deepStrictEqual(rows, given.rows);
  });
  await check('several result sets', async () => {
    const found = await batch(db, "SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b, N'x' AS c");
    assert.deepStrictEqual([found.sets, found.rows], [[['a'], ['b', 'c']], [[1], [2, 'x']]]);
  });
}

async function transactions(db) {
  const count = async () => (await batch(db, 'SELECT COUNT(*) AS n FROM dbo.js_smoke')).rows[0][0];
  const begin = (level) => new Promise((resolve, reject) => db.beginTransaction((error) => (error ? reject(error) : resolve()), '', level));
  const end = (how) => new Promise((resolve, reject) => db[how]((error) => (error ? reject(error) : resolve())));
  await check('rollback', async () => {
    await begin(ISOLATION_LEVEL.SERIALIZABLE);
    await run(db, 'INSERT dbo.js_smoke VALUES (10, NULL)');
    await end('rollbackTransaction');
    assert.strictEqual(await count(), 3);
  });
  await check('commit', async () => {
    await begin();
    await run(db, 'INSERT dbo.js_smoke VALUES (10, NULL)');
    await end('commitTransaction');
    assert.strictEqual(await count(), 4);
  });
  await check('two connections, lock timeout 1222 and a wait', async () => {
    const other = await connect();
    await begin();
    await run(db, "UPDATE dbo.js_smoke SET name = N'held' WHERE id = 1");
    const wanted = "UPDATE dbo.js_smoke SET name = N'wanted' WHERE id = 1";
    await expectError(1222, () => batch(other, `SET LOCK_TIMEOUT 100; ${wanted}`));
    const waiting = batch(other, `SET LOCK_TIMEOUT -1; ${wanted}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await end('commitTransaction');
    await waiting;
    other.close();
    assert.deepStrictEqual((await batch(db, 'SELECT name FROM dbo.js_smoke WHERE id = 1')).rows, [['wanted']]);
  });
}

async function cancel(db) {
  await check('cancel', async () => {
    const began = Date.now();
    const stopped = run(db, "WAITFOR DELAY '00:00:30'", { prepare: () => setTimeout(() => db.cancel(), 300) });
    await assert.rejects(stopped, (error) => error.code === 'ECANCEL');
    assert.ok(Date.now() - began < 10000, 'it took too long to stop');
    assert.deepStrictEqual((await batch(db, 'SELECT 1 AS one')).rows, [[1]]);
  });
}

async function bulk(db) {
  await check('bulk load', async () => {
    await batch(db, `DROP TABLE IF EXISTS dbo.js_bulk;
      CREATE TABLE dbo.js_bulk (id int NOT NULL, name nvarchar(50) NULL, long nvarchar(max) NULL, f float NULL, at datetime2 NULL)`);
    const loaded = await new Promise((resolve, reject) => {
      const load = db.newBulkLoad('dbo.js_bulk', { keepNulls: true }, (error, count) => (error ? reject(error) : resolve(count)));
      load.addColumn('id', TYPES.Int, { nullable: false });
      load.addColumn('name', TYPES.NVarChar, { length: 50, nullable: true });
      load.addColumn('long', TYPES.NVarChar, { length: Infinity, nullable: true });
      load.addColumn('f', TYPES.Float, { nullable: true });
      load.addColumn('at', TYPES.DateTime2, { nullable: true, scale: 7 });
      const row = (id) => ({ id, name: `n${id}`, long: 'x'.repeat(1000), f: id / 2, at: id % 2 ? new Date(0) : null });
      db.execBulkLoad(load, Array.from({ length: 2000 }, (_, id) => row(id)));
    });
    assert.strictEqual(loaded, 2000);
    const { rows } = await batch(db, 'SELECT COUNT(*) AS n, SUM(f) AS f, SUM(LEN(long)) AS l, COUNT(at) AS a FROM dbo.js_bulk');
    assert.deepStrictEqual(rows, [[2000, 999500, '2000000', 1000]]);
  });
}

async function main() {
  const db = await connect();
  await check('connect', async () => {
    const { rows } = await batch(db, 'SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID');
    assert.deepStrictEqual(rows, [[encryption.encrypt ? 'TRUE' : 'FALSE']]);
  });
  for (const tdsVersion of encryption.encrypt === 'strict' || process.env.SLUICE_RECORDED ? [] : ['7_1', '7_2', '7_3_A', '7_3_B']) {
    await check(`TDS ${tdsVersion}`, async () => {
      const old = await connect(password, { tdsVersion });
      const text = "SELECT CAST(1 AS bigint), N'snow', REPLICATE(CAST('x' AS varchar(max)), 20000), CAST(NULL AS int), CAST(NULL AS int)";
      assert.deepStrictEqual((await batch(old, text)).rows, [['1', 'snow', 'x'.repeat(20000), null, null]]);
      const { rows } = await batch(old, "SELECT CAST('2024-02-29' AS date)");
      assert.deepStrictEqual(rows, [[tdsVersion < '7_3' ? '2024-02-29' : new Date('2024-02-29T00:00:00.000Z')]]);
      const given = await run(old, 'SELECT @n * 2', { prepare: (request) => request.addParameter('n', TYPES.Int, 21) });
      assert.deepStrictEqual(given.rows, [[42]]);
      await expectError(8134, () => batch(old, 'SELECT 1 / 0'));
      old.close();
    });
  }
  await check('wrong password is 18456', async () => {
    await assert.rejects(connect(`${password}x`), (error) => error.code === 'ELOGIN' && /Login failed/.test(error.message));
  });
  await types(db);
  await statements(db);
  await transactions(db);
  await cancel(db);
  await bulk(db);
  db.close();
  end();
}

main().catch((error) => {
  console.log('WRONG', error.message);
  process.exit(1);
});
