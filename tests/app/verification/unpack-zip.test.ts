/** Zip files of sources: what is taken, and everything a zip can lie about. */
import {
  configure,
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { beforeAll, expect, test } from 'vitest';
import { unpackZips } from '../../../src/app/views/verification/unpack-zip';
import { MAX_UPLOAD } from '../../../src/core/contract/verification/limits';
import { readSourceFiles } from '../../../src/core/contract/verification/read-upload';

const SOURCE = 'contract A {}';

beforeAll(() => configure({ useWebWorkers: false }));

async function zipOf(entries: Readonly<Record<string, string | Uint8Array>>, password?: string): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false, ...(password && { password }) });
  for (const [name, content] of Object.entries(entries))
    await writer.add(name, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content));
  return writer.close();
}

async function unpack(bytes: Uint8Array) {
  const { files, rejected } = await unpackZips([{ path: 'project.zip', bytes }]);
  return { sources: readSourceFiles(files).sources, reasons: rejected.map(({ reason }) => reason) };
}

/** `bytes` with every `from` replaced by `to`, both of one length. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replaceAll(from, to), 'latin1');
}

/** As both headers of an entry state a length. */
const length = (value: number) =>
  String.fromCharCode(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);

test('sources and remappings are taken, without the folder that all lie in; nothing else is', async () => {
  const bytes = await zipOf({
    'project/src/A.sol': SOURCE,
    'project/lib/B.sol': 'library B {}',
    'project/remappings.txt': 'b/=lib/',
    'project/README.md': 'read me',
    'project/inner.zip': await zipOf({ 'C.sol': SOURCE }),
  });
  const { files, rejected } = await unpackZips([{ path: 'project.zip', bytes }]);
  expect(rejected).toEqual([]);
  const read = readSourceFiles(files);
  expect(read.sources).toEqual({ 'src/A.sol': SOURCE, 'lib/B.sol': 'library B {}' });
  expect(read.remappings).toBe('b/=lib/');
});

test('other files stay beside those of a zip', async () => {
  const plain = { path: 'B.sol', bytes: new TextEncoder().encode('library B {}') };
  const { files } = await unpackZips([plain, { path: 'a.zip', bytes: await zipOf({ 'A.sol': SOURCE }) }]);
  expect(readSourceFiles(files).sources).toEqual({ 'A.sol': SOURCE, 'B.sol': 'library B {}' });
});

test.each([
  ['above', 'aa/A.sol', '../A.sol'],
  ['from the root', 'aa/A.sol', '/a/A.sol'],
])('a name that leads %s is refused with the whole zip', async (_, from, to) => {
  const bytes = replaced(await zipOf({ [from]: SOURCE, 'B.sol': SOURCE }), from, to);
  expect(await unpack(bytes)).toEqual({ sources: {}, reasons: ['a name in it leads out of the archive'] });
});

test('a bomb is unpacked no further than sources may be large', async () => {
  const bomb = new Uint8Array(MAX_UPLOAD / 2 + 1);
  const bytes = await zipOf({ 'A.sol': bomb, 'B.sol': bomb });
  expect(bytes.length).toBeLessThan(100_000);
  expect(await unpack(bytes)).toEqual({ sources: {}, reasons: ['its sources are larger than 30 MB'] });
});

test('a bomb that states a small size is refused', async () => {
  const size = 5_000_000;
  const bytes = replaced(await zipOf({ 'A.sol': new Uint8Array(size) }), length(size), length(20));
  const { sources, reasons } = await unpack(bytes);
  expect(sources).toEqual({});
  expect(reasons[0]).toMatch(/^it cannot be read as a zip file \(Invalid/);
});

test('several zips share the bound', async () => {
  const bytes = await zipOf({ 'A.sol': new Uint8Array(MAX_UPLOAD / 2 + 1) });
  const { files, rejected } = await unpackZips([
    { path: 'a.zip', bytes },
    { path: 'b.zip', bytes },
  ]);
  expect(files).toHaveLength(1);
  expect(rejected).toEqual([{ path: 'b.zip', reason: 'its sources are larger than 30 MB' }]);
});

test('data of another checksum, an encrypted zip, and what is no zip are refused in words', async () => {
  const stored = await zipOf({ 'A.sol': SOURCE });
  const at = stored.length - 30;
  expect((await unpack(await zipOf({ 'A.sol': SOURCE }, 'secret'))).reasons).toEqual(['it is encrypted']);
  expect((await unpack(stored.slice(0, at))).reasons[0]).toMatch(/^it cannot be read as a zip file/);
  expect((await unpack(new TextEncoder().encode('no zip'))).reasons[0]).toMatch(/^it cannot be read as a zip file/);
  const crc = Buffer.from(stored).readUInt32LE(14);
  const forged = replaced(stored, length(crc), length(crc ^ 1));
  expect((await unpack(forged)).reasons[0]).toMatch(/^it cannot be read as a zip file/);
});
