import type { Connection } from '../engine.ts';

/** The servers of this protocol, as far as they differ. */
export type Product = 'MySQL' | 'MariaDB' | 'TiDB';

const OLDEST = { MySQL: '8.0.19', MariaDB: '10.6', TiDB: '0' };

/** Asks a server what it is. */
export async function askProduct(connection: Connection): Promise<Product> {
  const [row] = await connection.all({ sql: 'select version() as "version"', parameters: [] });
  return productOf(String(row?.version));
}

/** The product that a version names. Throws if it is too old. */
export function productOf(version: string): Product {
  const [, product = 'MySQL'] = (/(MariaDB|TiDB)/.exec(version) ?? []) as [unknown?, Product?];
  const oldest = OLDEST[product];
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw new Error(`${product} ${version} is older than ${oldest}`);
  return product;
}
