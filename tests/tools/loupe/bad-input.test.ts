/**
 * Command lines that make no sense, made up from what each command's help says that it takes: flags with missing, odd, huge
 * and repeated values, flags that nobody knows, files of all the wrong kinds, endpoints that do not answer or answer
 * nonsense. Whatever comes of it is a code and a sentence. LOUPE_FUZZ is the number of lines for each command.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../../tools/loupe/commands';
import { runLoupe } from '../../../tools/loupe/run';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';
import { type Ended, ioInto } from '../../helpers/loupe';

const LINES = Number(process.env.LOUPE_FUZZ ?? 12);
/** ms within which a line ends: an endpoint has ten seconds for its chain id. */
const PATIENCE = 30_000;

/** What an endpoint answers, by the path of its URL. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/null': 'null',
  '/number': '7',
  '/list': '[{"jsonrpc":"2.0","id":1,"result":"0x1"}]',
  '/page': '<html>busy</html>',
  '/nothing': '',
  '/deep': '['.repeat(100_000),
  '/error': { jsonrpc: '2.0', id: 1, error: { code: 'x', message: { text: 7 } } },
  '/words': { jsonrpc: '2.0', id: 1, result: 'zero' },
  '/chain': { jsonrpc: '2.0', id: 1, result: '0x7a69' },
  '/huge': { jsonrpc: '2.0', id: 1, result: `0x${'f'.repeat(64)}` },
};

let folder: string;
let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer((path) => ({ body: ANSWERS[path] ?? '{}' }));
  folder = mkdtempSync(join(tmpdir(), 'loupe-lines-'));
  mkdirSync(join(folder, 'folder/below'), { recursive: true });
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  // No service of the internet is asked, whatever a line says.
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    /^http:\/\/127\.0\.0\.1/.test(String(input)) ? real(input, init) : Promise.reject(new TypeError('fetch failed')),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const FILES = {
  'empty.json': '',
  'binary.loupe': Uint8Array.from({ length: 4_096 }, (_, at) => (at * 167) % 256),
  'gzip.loupe': Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3),
  'half.json': '{"format": "loupe-simulation", "version": 1, "blocks": [',
  'deep.json': '['.repeat(200_000),
  'null.json': 'null',
  'list.json': '[1, "two", {"three": null}]',
  'wrong.json':
    '{"format": 7, "version": "1", "network": [], "blocks": {}, "watches": "all", "output": {"contracts": 1}}',
  'proto.json':
    '{"__proto__": {"format": "loupe-simulation"}, "constructor": 1, "input": null, "output": {"contracts": {"a": {"b": 7}}}}',
  'simulation.json':
    '{"format":"loupe-simulation","version":1,"network":"1","blocks":[{"steps":[{"from":"0x12","value":"-1"}]}]}',
  'newer.json': '{"format":"loupe-simulation","version":99}',
  'foundry.toml': '[profile.default\nsrc = 7',
};

const HASH = `0x${'12'.repeat(32)}`;
const ADDRESS = `0x${'12'.repeat(20)}`;

const files = fc.constantFrom(
  ...Object.keys(FILES),
  'folder',
  '.',
  'missing',
  'circle',
  'folder/below/x',
  'null.json/x',
);
const urls = fc.constantFrom('http://127.0.0.1:1/', ...Object.keys(ANSWERS).map((path) => `SERVER${path}`));
/** Words that make no sense wherever they stand. */
const odd = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '-', '--', '-1', '0', '1.5', '1e3', '0x10', 'NaN', 'Infinity', '9007199254740993', '９', '0x', '0xzz'],
    ...[
      '9'.repeat(400),
      'x'.repeat(70_000),
      '\u0000',
      '\u001b[31mred',
      '\u202etxt',
      '*',
      '(',
      '[a-',
      'a[0].b',
      'b[',
      '"',
    ],
    ...['\ud800', 'http://', 'file:///etc/passwd', 'ftp://127.0.0.1/', 'http://[::1', `${HASH}00`, `${ADDRESS}:`],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const hashes = fc.constantFrom(HASH, HASH.toUpperCase().replace('X', 'x'));
const addresses = fc.constantFrom(ADDRESS, `0x${'0'.repeat(40)}`);
/** Words of the kind that a help names in capitals. */
const FITTING: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...{ HASH: hashes, A: hashes, B: hashes, ADDRESS: addresses, URL: urls },
  ...{ FILE: files, DIR: files, FOLDER: files, SOURCE: files },
  ...{ N: fc.constantFrom('0', '1', '7', '4173', '9007199254740991') },
  ...{
    HEX: fc.constantFrom('0x', '0xa9059cbb', `${HASH}:0x`, `0x4e487b71${'0'.repeat(64)}`, `0x${'ff'.repeat(50_000)}`),
  },
  ...{ REGEX: fc.constantFrom('Vault', '(a+)+$', '^$'), PATH: fc.constantFrom('b[0x12]', 'a.b', '7', '/bin/false') },
};
const fitting = (kind: string) =>
  fc.oneof({ weight: 3, arbitrary: FITTING[kind] ?? odd }, { weight: 1, arbitrary: odd });

type Option = { name: string; kind: string | undefined };

/** The options that a help lists, each on a line of its own. */
function optionsOf(usage: string): Option[] {
  return [...usage.matchAll(/^ {2}--([\w-]+)(?: ([A-Z]+)\b)?/gm)].map(([, name = '', kind]) => ({ name, kind }));
}

/** Lines of the shape that a help states, of which this and that is missing, odd, unknown or too much. */
function lineOf(usage: string): fc.Arbitrary<string[]> {
  const names = [...(/^.*$/m.exec(usage)?.[0] ?? '').matchAll(/\b[A-Z]+\b/g)].map(([kind]) => kind);
  const options = optionsOf(usage);
  const none: Option = { name: 'no-such', kind: undefined };
  const option = fc.constantFrom(none, ...options, ...options, ...options).chain(({ name, kind = '' }) =>
    fc.tuple(fitting(kind), fc.nat(11)).map(([value, way]) => {
      if (way === 0) return [`--${name}`];
      if (way === 1) return [`--${name}=${value}`];
      return kind === '' ? [`--${name}`] : [`--${name}`, value];
    }),
  );
  const more = fc.oneof({ weight: 9, arbitrary: option }, { weight: 1, arbitrary: odd.map((each) => [each]) });
  const given = fc
    .tuple(...names.map(fitting), fc.nat(5))
    .map((words) => words.slice(0, -1).slice(words.at(-1) === 0 ? 1 : 0));
  return fc
    .tuple(given, fc.array(more, { maxLength: 4 }))
    .map(([words, parts]) => [...(words as string[]), ...parts.flat()]);
}

/** Lines of which something else came once. */
const FOUND: Readonly<Record<string, string[][]>> = {
  serve: [['--rpc', 'x'.repeat(70_000)]],
  decode: [['0x', 'x'.repeat(70_000)]],
  simulate: [['missing', '--json']],
  check: [['\u001b[31mred'], ['\u202etxt']],
  mcp: [['--project', 'circle']],
};

/** Options without which a line would open a browser, or speak over the input of the tests. */
const BEFORE: Readonly<Record<string, readonly string[]>> = { serve: ['--no-open'], mcp: ['--port', '0'] };
const SERVING = ['serve', 'watch', 'rpc', 'mcp'];

/** Runs a line; what serves is told to end, again and again until it does. */
async function ended(name: string, line: readonly string[]): Promise<Ended> {
  const given = line.map((each) => each.replace('SERVER', server.url));
  const told: Ended = { code: -1, out: '', err: '' };
  const end = SERVING.includes(name) ? setInterval(() => process.emit('SIGTERM', 'SIGTERM'), 50) : undefined;
  let late: NodeJS.Timeout | undefined;
  try {
    told.code = await Promise.race([
      runLoupe([name, ...given, ...(BEFORE[name] ?? [])], ioInto(told, folder)),
      new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error(`nothing within ${PATIENCE} ms`)), PATIENCE);
      }),
    ]);
  } finally {
    clearInterval(end);
    clearTimeout(late);
  }
  return told;
}

test.each(COMMANDS)('$name ends with a code and a sentence', { timeout: 3_600_000 }, async ({ name, load }) => {
  const property = fc.asyncProperty(lineOf((await load()).usage), async (line) => {
    const { code, out, err } = await ended(name, line);
    expect([0, 1, 2]).toContain(code);
    expect(`${out}${err}`).not.toMatch(/bug of Loupe|\n {4}at .*:\d+:\d+/);
    expect(process.exitCode).toBeUndefined();
    if (code === 2) expect(err).toMatch(/^.*[.?]\n/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that a terminal would obey
    expect(`${out}${err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
  await fc.assert(property, {
    ...{ seed: 38, numRuns: LINES, endOnFailure: true },
    examples: (FOUND[name] ?? []).map((line) => [line]),
  });
});
