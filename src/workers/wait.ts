/** Resolves after that time, milliseconds. With 0 it resolves once the tasks that were waiting have run. */
export function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
