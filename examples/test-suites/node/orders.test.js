// Tests of orders. Each finds the rows of the template, whatever the others have done.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Clone } from './clone.js';
import { inTransaction, isClean, order, value } from './shop.js';

const db = new Clone(import.meta.filename);
beforeEach(() => isClean(db.pool));

for (let turn = 0; turn < 20; turn++) {
  test(`an order takes ${turn + 1} from stock`, async () => {
    const number = await inTransaction(db.pool, (transaction) => order(transaction, 1, 1, turn + 1));
    // Identities begin again, too.
    assert.equal(number, 1);
    assert.equal(await value(db.pool, 'SELECT pieces FROM dbo.Stock WHERE product = 1'), 100 - turn - 1);
  });
}
