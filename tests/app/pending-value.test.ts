/** A value on its way into the address, and other changes of the address meanwhile. */
import { expect, test } from 'vitest';
import { type PendingValue, setPending, settlePending, writePending } from '../../src/app/pending-value';

const shown = (pending: PendingValue<string> | undefined, url: string) => settlePending(pending, url)?.value ?? url;

test('a value shows at once, while the address still says what it said', () => {
  const pending = setPending(undefined, 'a', 'b');
  expect(shown(pending, 'a')).toBe('b');
});

test('once the address has it, the address is the owner again', () => {
  const pending = writePending(setPending(undefined, 'a', 'b'));
  expect(settlePending(pending, 'b')).toBeUndefined();
});

test('a link or going back wins over a value that is pending', () => {
  const pending = writePending(setPending(undefined, 'a', 'b'));
  expect(shown(pending, 'elsewhere')).toBe('elsewhere');
});

test('a value set while an older one is being written stays when the older one arrives', () => {
  let pending: PendingValue<string> | undefined = writePending(setPending(undefined, 'a', 'b'));
  pending = setPending(pending, 'a', 'c');
  pending = settlePending(pending, 'b');
  expect(shown(pending, 'b')).toBe('c');
  expect(shown(pending, 'elsewhere')).toBe('elsewhere');
});

test('after it settled, a link to an earlier value is followed', () => {
  const settled = settlePending(writePending(setPending(undefined, 'a', 'b')), 'b');
  expect(shown(settled, 'a')).toBe('a');
});
