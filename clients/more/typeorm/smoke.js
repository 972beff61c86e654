// TypeORM: tables of its entities made, a migration, queries, a transaction.
const assert = require('node:assert');
const { DataSource, EntitySchema, Table } = require('typeorm');
const { host, port, password, encryption, check, end } = require('../../check.js');

const Entity = new EntitySchema({
  name: 'orm_smoke',
  columns: {
    id: { type: 'int', primary: true, generated: true },
    name: { type: 'nvarchar', length: 50, unique: true },
    amount: { type: 'decimal', precision: 10, scale: 2, nullable: true },
  },
});

class Migration {
  name = 'Migration1700000000000';

  async up(runner) {
    await runner.createTable(new Table({
      name: 'orm_moved',
      columns: [
        { name: 'id', type: 'int', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
        { name: 'v', type: 'nvarchar(20)' },
      ],
      indices: [{ name: 'ix_v', columnNames: ['v'] }],
    }));
  }

  async down(runner) {
    await runner.dropTable('orm_moved');
  }
}

const open = (word) => new DataSource({
  type: 'mssql', host, port, username: 'sa', password: word, database: 'master', entities: [Entity], migrations: [Migration], synchronize: true, options: encryption,
});

async function main() {
  const db = open(password);
  await check('connect, the tables of entities', () => db.initialize());
  await check('wrong password', () => assert.rejects(open(`${password}x`).initialize(), /Login failed/));
  await check('migrate', async () => assert.strictEqual((await db.runMigrations()).length, 1));
  await check('tables are as their entities', async () => {
    const wanted = await db.driver.createSchemaBuilder().log();
    assert.deepStrictEqual(wanted.upQueries.map((one) => one.query), []);
  });
  await check('query', async () => {
    const rows = db.getRepository('orm_smoke');
    await rows.save([{ name: 'ü', amount: 1 }, { name: 'b' }]);
    assert.deepStrictEqual(await rows.find({ order: { id: 'ASC' }, take: 1, skip: 1 }), [{ id: 2, name: 'b', amount: null }]);
    await assert.rejects(rows.insert({ name: 'b' }), /Violation of UNIQUE KEY/);
  });
  await check('transactions', async () => {
    await db.transaction((work) => work.update('orm_smoke', { name: 'b' }, { amount: 5 }));
    await assert.rejects(db.transaction(async (work) => {
      await work.clear('orm_smoke');
      throw new Error('no');
    }), /no/);
    assert.strictEqual(await db.getRepository('orm_smoke').count(), 2);
  });
  await check('migrate back', async () => {
    await db.undoLastMigration();
    assert.deepStrictEqual(await db.query("SELECT OBJECT_ID('orm_moved') AS id"), [{ id: null }]);
  });
  await check('tables dropped', () => db.dropDatabase());
  await db.destroy();
  end();
}

main();
