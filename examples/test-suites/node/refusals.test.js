// Tests of what the database refuses.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { batch, Clone } from './clone.js';
import { inTransaction, isClean, order } from './shop.js';

const db = new Clone(import.meta.filename);
beforeEach(() => isClean(db.pool));

for (let turn = 0; turn < 20; turn++) {
  test(`an order of ${turn + 6}, beyond stock, is refused`, async () => {
    await assert.rejects(inTransaction(db.pool, (transaction) => order(transaction, 2, 2, turn + 6)), { number: 547 });
  });
}

test('an order of an unknown customer is refused', async () => {
  await assert.rejects(batch(db.pool, 'INSERT dbo.Orders(customer, address) VALUES (9, 1)'), { number: 547 });
});

test('an error of the application leaves the connection usable', async () => {
  await assert.rejects(batch(db.session, "DELETE dbo.Payments; THROW 50001, N'No such payment.', 1;"), { number: 50001 });
  await batch(db.session, 'SELECT 1');
});
