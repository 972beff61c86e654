// Tests of what outlives a reset, and what doesn't.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { batch, Clone, RESET } from './clone.js';
import { isClean, order, value } from './shop.js';

const db = new Clone(import.meta.filename);
beforeEach(() => isClean(db.pool));
const onlyByRevert = (reason) => ({ skip: RESET === 'delete' && reason });

test('a transaction left open ends with the reset', onlyByRevert('a deletion script waits for it'), async () => {
  const transaction = db.pool.transaction();
  await transaction.begin();
  await order(transaction, 1, 1, 1);
  await db.reset();
  await isClean(db.pool);
  await assert.rejects(transaction.request().query('SELECT 1'), { number: 3971 });
});

test('tables of a test are gone afterwards', onlyByRevert('a deletion script restores no tables'), async () => {
  for (let turn = 0; turn < 2; turn++) {
    await batch(db.pool, 'CREATE TABLE dbo.Extra(a int); DROP TABLE dbo.Shipments;');
    await db.reset();
  }
});

test('temporary tables of the connection stay', async () => {
  await batch(db.session, "IF OBJECT_ID('tempdb..#kept') IS NULL CREATE TABLE #kept(a int); INSERT #kept VALUES (1);");
  await db.reset();
  assert.ok(await value(db.session, 'SELECT COUNT(*) FROM #kept') > 0);
});
