// What VS Code has written into the browser's storage: it does so every few seconds, not when a page is left.
import type { Page } from 'playwright-core';

/** Whether any of VS Code's state databases holds this text, or one that this pattern matches. */
export function isStored(page: Page, text: string | RegExp): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const holds = (value: string): boolean =>
      typeof wanted === 'string' ? value.includes(wanted) : wanted.test(value);
    const result = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('IndexedDB did not answer.'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db')) continue;
      const database = await result(indexedDB.open(name));
      try {
        for (const store of database.objectStoreNames) {
          const values: readonly unknown[] = await result(
            database.transaction(store).objectStore(store).getAll(),
          );
          if (values.some((value) => holds(String(value)))) return true;
        }
      } finally {
        database.close();
      }
    }
    return false;
  }, text);
}
