/** Errors that a page writes to the console, or throws: a test fails over all that it does not expect. */
import { expect } from 'vitest';

let errors: string[] = [];
let expected: readonly RegExp[] = [];

const { console } = globalThis;
const logError = console.error;
console.error = (...parts: unknown[]) => {
  errors.push(parts.map(String).join(' '));
  logError(...parts);
};
addEventListener('error', (event) => errors.push(String(event.error ?? event.message)));
addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));

/** Errors that the test expects; all others fail it. */
export function expectErrors(...patterns: readonly RegExp[]): void {
  expected = patterns;
}

/** Fails over errors that the test did not expect, and begins with none. */
export function endErrors(): void {
  const unexpected = errors.filter((error) => !expected.some((one) => one.test(error)));
  errors = [];
  expected = [];
  expect(unexpected, 'errors on the console').toEqual([]);
}
