// The application under test.
import assert from 'node:assert/strict';
import sql from 'mssql';

const COUNTS = {
  Customers: 2, Addresses: 2, Categories: 2, Products: 2, Stock: 2,
  Orders: 0, OrderLines: 0, Invoices: 0, Payments: 0, Shipments: 0,
};

// Checks that a database has the template's rows.
export async function isClean(pool) {
  for (const [table, count] of Object.entries(COUNTS)) {
    assert.equal(await value(pool, `SELECT COUNT(*) FROM dbo.${table}`), count, table);
  }
}

export async function value(on, query) {
  const { recordset } = await on.request().query(query);
  return Object.values(recordset[0])[0];
}

// Places an order, pays for it and ships it. Returns its number.
export async function order(transaction, customer, product, pieces) {
  const { recordset } = await transaction.request()
    .input('customer', sql.Int, customer)
    .query(`INSERT dbo.Orders(customer, address) OUTPUT inserted.id
      SELECT @customer, id FROM dbo.Addresses WHERE customer = @customer`);
  const [{ id }] = recordset;
  await transaction.request()
    .input('order', sql.Int, id)
    .input('product', sql.Int, product)
    .input('pieces', sql.Int, pieces)
    .query(`INSERT dbo.OrderLines([order], product, pieces) VALUES (@order, @product, @pieces);
      UPDATE dbo.Stock SET pieces = pieces - @pieces WHERE product = @product;
      INSERT dbo.Invoices([order], amount) SELECT @order, price * @pieces FROM dbo.Products WHERE id = @product;
      INSERT dbo.Payments(invoice, amount) SELECT id, amount FROM dbo.Invoices WHERE [order] = @order;
      INSERT dbo.Shipments([order], sent) VALUES (@order, SYSDATETIME());`);
  return id;
}

// Runs the work in a transaction, which is rolled back if the work fails.
export async function inTransaction(pool, work) {
  const transaction = pool.transaction();
  await transaction.begin();
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
