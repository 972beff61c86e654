// Sequelize: its models' tables made, rows with their children, a transaction, what it reads of tables.
const assert = require('node:assert');
const { Sequelize, DataTypes } = require('sequelize');
const { host, port, password, encryption, check, end } = require('../../check.js');

const open = (word) => new Sequelize('master', 'sa', word, { host, port, dialect: 'mssql', logging: false, dialectOptions: { options: encryption } });

async function main() {
  const db = open(password);
  const Parent = db.define('seq_parent', { name: { type: DataTypes.STRING(50), unique: true }, amount: DataTypes.DECIMAL(10, 2), at: DataTypes.DATE });
  const Child = db.define('seq_child', { note: DataTypes.TEXT });
  Parent.hasMany(Child);
  Child.belongsTo(Parent);
  await check('connect', () => db.authenticate());
  await check('wrong password', () => assert.rejects(open(`${password}x`).authenticate(), /Login failed/));
  await check('migrate', async () => {
    await db.sync({ force: true });
    const columns = await db.getQueryInterface().describeTable('seq_parents');
    assert.deepStrictEqual(Object.keys(columns), ['id', 'name', 'amount', 'at', 'createdAt', 'updatedAt']);
    assert.deepStrictEqual([columns.id.primaryKey, columns.name.type, columns.name.allowNull], [true, 'NVARCHAR(50)', true]);
  });
  await check('query', async () => {
    const parent = await Parent.create({ name: 'ü', amount: '1.50', at: new Date(0) });
    await parent.createSeq_child({ note: 'x'.repeat(9000) });
    const [found] = await Parent.findAll({ include: Child, order: ['id'], limit: 5 });
    assert.deepStrictEqual([found.name, Number(found.amount), found.at.getTime(), found.seq_children[0].note.length], ['ü', 1.5, 0, 9000]);
    await assert.rejects(Parent.create({ name: 'ü' }), (error) => error.name === 'SequelizeUniqueConstraintError');
  });
  await check('transactions', async () => {
    await db.transaction((transaction) => Parent.update({ name: 'z' }, { where: {}, transaction }));
    await assert.rejects(db.transaction(async (transaction) => {
      await Child.destroy({ where: {}, transaction });
      throw new Error('no');
    }), /no/);
    assert.deepStrictEqual([(await Parent.findOne()).name, await Child.count()], ['z', 1]);
  });
  await check('tables dropped', () => db.drop());
  await db.close();
  end();
}

main();
