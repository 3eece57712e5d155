/** Bytes edited as the calls that they hold: an editor shows no other call than that of its bytes. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CallFields } from '../../../src/app/views/calls/CallFields';
import { NestedCall } from '../../../src/app/views/calls/NestedCall';
import { PackedCalls } from '../../../src/app/views/calls/PackedCalls';
import { packCalls } from '../../../src/core/abi/packed-calls';
import { encodeTyped } from '../../../src/core/simulation/encode-text';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import type { ContractsService } from '../../../src/workers/client';
import { KnownSignatures } from '../../../src/workers/contracts/knowledge/known-signatures';
import { readCalldata } from '../../../src/workers/contracts/read-calldata';
import { type MountedAt, mountAt } from '../ui/mount-at';

const ALICE = `0x${'a1'.repeat(20)}`;
/** Neither a call of a known function nor a list of transactions. */
const OTHER = '0x1234567890';

let mounted: MountedAt | undefined;
let bytes = { text: '', set: (_text: string) => {} };
/** What the editor wrote itself. */
let written: string[] = [];
afterEach(() => mounted?.unmount());

type Editor = typeof NestedCall | typeof PackedCalls;

function Bytes({ first, as: Editor }: { first: string; as: Editor }) {
  const [text, set] = useState(first);
  bytes = { text, set };
  const onText = (next: string) => {
    written.push(next);
    set(next);
  };
  return <Editor calls={{ abis: [], Fields: CallFields }} text={text} suggestions={[]} onText={onText} />;
}

function open(editor: Editor, first: string, abi = createAbiEngine()): void {
  written = [];
  const signatures = new KnownSignatures();
  const contracts: Partial<ContractsService> = {
    readCalldata: (_network, text, abis) => readCalldata(text, abis, signatures),
  };
  const answers = { abi, contracts };
  mounted = mountAt({ path: '/bytes', pattern: '/bytes', answers }, <Bytes first={first} as={editor} />);
}

test('a call leaves its fields when the bytes become something else', async () => {
  const call = encodeTyped('transfer(address,uint256)', [ALICE, '5']);
  open(NestedCall, call.ok ? call.value : '');
  const name = page.getByRole('combobox', { name: 'Function' });
  await expect.element(name).toHaveValue('transfer(address to, uint256 value)');
  bytes.set(OTHER);
  await expect.element(name).toHaveValue('');
  await expect.element(page.getByText('do not call a known function')).toBeVisible();
  expect(bytes.text).toBe(OTHER);
  bytes.set(call.ok ? call.value : '');
  await expect.element(name).toHaveValue('transfer(address to, uint256 value)');
  bytes.set('0x');
  await expect.element(name).toHaveValue('');
  expect(bytes.text).toBe('0x');
});

test('bytes that come while the call before them is still encoded stay', async () => {
  const call = encodeTyped('transfer(address,uint256)', [ALICE, '5']);
  const abi = createAbiEngine();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  open(NestedCall, call.ok ? call.value : '', {
    ...abi,
    encodeTypedCall: async (entry, args) => {
      await held;
      return abi.encodeTypedCall(entry, args);
    },
  });
  const name = page.getByRole('combobox', { name: 'Function' });
  await expect.element(name).toHaveValue('transfer(address to, uint256 value)');
  bytes.set(OTHER);
  release();
  await expect.element(page.getByText('do not call a known function')).toBeVisible();
  expect(bytes.text).toBe(OTHER);
  expect(written).toEqual([]);
  await name.fill('approve(address,uint256)');
  // What the reader writes is handed on again.
  await expect.poll(() => bytes.text).toMatch(/^0x095ea7b3/);
});

test('a list of transactions is left when the bytes become something else', async () => {
  const list = packCalls(JSON.stringify([{ operation: '0', to: ALICE, value: '7', data: '0x' }]));
  open(PackedCalls, list.ok ? list.value : '');
  await expect.element(page.getByRole('textbox', { name: /^value/ })).toHaveValue('7');
  bytes.set(OTHER);
  await expect.element(page.getByText('not a list of transactions')).toBeVisible();
  await expect.element(page.getByText('An empty list.')).toBeVisible();
  expect(bytes.text).toBe(OTHER);
});
