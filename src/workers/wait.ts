/** Resolves when so much time has passed, milliseconds; after 0 those who waited for the worker have had their turn. */
export function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
