// Knex: a migration there and back, queries, a transaction.
const assert = require('node:assert');
const knex = require('knex');
const { host, port, password, encryption, check, end } = require('../../check.js');

const migrationSource = {
  getMigrations: async () => ['1_table'],
  getMigrationName: (name) => name,
  getMigration: () => ({
    up: (db) => db.schema.createTable('knex_smoke', (table) => {
      table.increments('id');
      table.string('name', 50).notNullable().unique();
      table.decimal('amount', 10, 2);
      table.timestamps(true, true);
    }),
    down: (db) => db.schema.dropTable('knex_smoke'),
  }),
};

// What it logs are the errors that are wanted.
const log = { error() {}, warn() {} };
const open = (word) => knex({ client: 'mssql', log, connection: { server: host, port, user: 'sa', password: word, database: 'master', options: encryption } });

async function main() {
  const db = open(password);
  await check('connect', async () => assert.deepStrictEqual(await db.select(db.raw('1 AS one')), [{ one: 1 }]));
  await check('wrong password', async () => {
    const wrong = open(`${password}x`);
    await assert.rejects(wrong.raw('SELECT 1'), /Login failed/);
    await wrong.destroy();
  });
  await check('migrate', async () => {
    await db.migrate.latest({ migrationSource });
    assert.strictEqual(await db.schema.hasTable('knex_smoke'), true);
  });
  await check('query', async () => {
    assert.deepStrictEqual(await db('knex_smoke').insert([{ name: 'ü', amount: 1.5 }, { name: 'b', amount: 2 }]).returning('id'), [{ id: 1 }, { id: 2 }]);
    const rows = await db('knex_smoke').where('amount', '>', 1).orderBy('id').limit(1).offset(1).select('id', 'name');
    assert.deepStrictEqual(rows, [{ id: 2, name: 'b' }]);
    await assert.rejects(db('knex_smoke').insert({ name: 'b' }), /duplicate key row/);
  });
  await check('transactions', async () => {
    await db.transaction((work) => work('knex_smoke').update({ name: 'c' }).where({ id: 1 }));
    await assert.rejects(db.transaction(async (work) => {
      await work('knex_smoke').delete();
      throw new Error('no');
    }), /no/);
    assert.deepStrictEqual(await db('knex_smoke').orderBy('id').pluck('name'), ['c', 'b']);
  });
  await check('migrate back', async () => {
    await db.migrate.rollback({ migrationSource });
    assert.strictEqual(await db.schema.hasTable('knex_smoke'), false);
  });
  await db.destroy();
  end();
}

main();
