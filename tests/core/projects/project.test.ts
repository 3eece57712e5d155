import { expect, test } from 'vitest';
import { MAX_LINES, parseAddressLines } from '../../../src/core/projects/address-lines';
import { askPermission, PERMISSION_KEYS } from '../../../src/core/projects/permissions';
import {
  freeSlug,
  isSlug,
  isUsername,
  MAX_SLUG,
  nameProblem,
  parseTags,
  projectId,
  slugOf,
  usernameProblem,
} from '../../../src/core/projects/project';

test('a slug is the name as an address has it, and unique among others', () => {
  expect(slugOf('  Harbor Vault – Überprüfung #2 ')).toBe('harbor-vault-uberprufung-2');
  expect(slugOf('—')).toBe('');
  expect(slugOf('x'.repeat(200))).toHaveLength(MAX_SLUG);
  expect(freeSlug('vault', new Set())).toBe('vault');
  expect(freeSlug('vault', new Set(['vault', 'vault-2']))).toBe('vault-3');
  const long = slugOf('x'.repeat(200));
  expect(freeSlug(long, new Set([long]))).toHaveLength(MAX_SLUG);
  expect([isSlug('a-b'), isSlug('a--b'), isSlug('-a'), isSlug('A'), isSlug('')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(projectId({ owner: { username: 'me', type: 'user' }, slug: 'vault' })).toBe('me:vault');
});

test('names that make no address, and owners that are no names, are refused with a sentence', () => {
  expect(nameProblem('Vault')).toBeUndefined();
  expect(nameProblem('—')).toContain('a to z');
  expect(nameProblem('x'.repeat(61))).toContain('60');
  expect(usernameProblem('harbor_labs')).toBeUndefined();
  expect(usernameProblem('harbor labs')).toContain('Letters');
  expect([isUsername('a:b'), isUsername('a/b'), isUsername('x'.repeat(40))]).toEqual([false, false, false]);
});

test('tags are few, short, in lower case and each once', () => {
  expect(parseTags(' Core, core ,, DEX  pool ')).toEqual(['core', 'dex pool']);
  expect(parseTags(Array.from({ length: 40 }, (_, at) => `t${at}`).join())).toHaveLength(12);
  expect(parseTags('x'.repeat(99))[0]).toHaveLength(24);
});

test('the fourteen keys are granted for a project of this browser; a hand-over and a demo close what would change it', () => {
  const own = { visibility: 'PRIVATE' } as const;
  expect(PERMISSION_KEYS).toHaveLength(14);
  expect(PERMISSION_KEYS.filter((key) => !askPermission(key, own).allowed)).toEqual([]);
  const leaving = { ...own, transferTo: { username: 'anna', type: 'user' } } as const;
  expect(askPermission('add_contract', leaving)).toEqual({
    allowed: false,
    reason: 'This project is handed over to anna. Take it back to change it.',
  });
  const open = (project: Parameters<typeof askPermission>[1]) =>
    PERMISSION_KEYS.filter((key) => askPermission(key, project).allowed);
  const ofAccount = ['create_project', 'manage_access_tokens', 'manage_billing', 'manage_users'];
  expect(open(leaving)).toEqual(['manage_collaborators', 'update_project', 'delete_project', ...ofAccount]);
  expect(open({ visibility: 'DEMO' })).toEqual(['delete_project', ...ofAccount]);
});

test.each(PERMISSION_KEYS)('a host that withdraws %s closes that and nothing else', (key) => {
  const own = { visibility: 'PRIVATE' } as const;
  const closed = PERMISSION_KEYS.filter((each) => !askPermission(each, own, [key]).allowed);
  expect(closed).toEqual([key]);
  expect(askPermission(key, own, [key])).toMatchObject({
    reason: expect.stringMatching(/^The host does not allow .+\.$/),
  });
});

test('addresses are read one a line, with labels, each once; the first wrong line is named', () => {
  const a = `0x${'a'.repeat(40)}`;
  const b = `0x${'b'.repeat(40)}`;
  expect(parseAddressLines(`\n${a}, Token  vault\r\n${b}\n${a} again\n${b} Late`)).toEqual({
    ok: true,
    value: [
      { address: a, label: 'Token vault' },
      { address: b, label: 'Late' },
    ],
  });
  expect(parseAddressLines(`${a}\n0x12`)).toEqual({
    ok: false,
    error: 'Line 2 does not begin with an address (0x and 40 hex digits).',
  });
  expect(parseAddressLines(`${a}\n0xaA${'b'.repeat(38)}`)).toMatchObject({ ok: false });
  const many = Array.from({ length: MAX_LINES + 1 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`).join('\n');
  expect(parseAddressLines(many)).toMatchObject({ ok: false, error: expect.stringContaining(`${MAX_LINES}`) });
  const repeated = `${`${a}\n`.repeat(MAX_LINES * 8)}${b}`;
  expect(parseAddressLines(repeated)).toMatchObject({ ok: true, value: [{ address: a }, { address: b }] });
});
