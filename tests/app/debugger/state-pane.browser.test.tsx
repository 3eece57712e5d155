/** The parts of the state: what is marked as changed since the step shown before. */
import { createRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type DebuggerApi, DebuggerModel } from '../../../src/app/views/debugger/debugger-model';
import { StatePane } from '../../../src/app/views/debugger/StatePane';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import type { RowIndex } from '../../../src/core/trace/rows';
import type { TraceHandle } from '../../../src/workers/ids';
import type { StepState, StorageItem } from '../../../src/workers/trace/steps.api';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const address = `0x${'11'.repeat(20)}` as Address;
const none = new Uint8Array();

function stateWith(step: number, storage: readonly StorageItem[]): StepState {
  return {
    step: step as StepIndex,
    row: 0 as RowIndex,
    depth: 0,
    pc: 0,
    opcode: 0x54,
    name: 'SLOAD',
    gas: 1_000,
    cost: 100,
    address,
    codeAddress: address,
    caller: address,
    value: 0n,
    stack: [],
    memory: none,
    calldata: none,
    returndata: none,
    storage,
    transient: [],
    go: {},
  };
}

/** Nobody has a name, and none comes. */
const nameless = { workers: { subscribe: () => () => {}, contracts: { names: async () => ({}) } } };

let unmount = () => {};
afterEach(() => unmount());

test('a slot that was only read is not marked as changed, one that was written is', async () => {
  const model = new DebuggerModel(
    {} as DebuggerApi,
    1 as TraceHandle,
    { step: 0, byStatements: false },
    { onGo: () => {}, onCrash: () => {} },
  );
  const lines = { lines: [], opcodes: [] };
  const page = mount(
    <WiringProvider value={nameless as unknown as Wiring}>
      <div style={{ width: '400px', height: '400px' }}>
        <StatePane
          networkId={1 as NetworkId}
          model={model}
          before={stateWith(1, [])}
          state={stateWith(2, [
            { key: 1n, value: 7n, original: 7n },
            { key: 2n, value: 9n, original: 8n },
          ])}
          source={undefined}
          breakpoints={{
            ...lines,
            all: lines,
            isEmpty: true,
            toggleLine: () => {},
            toggleOpcode: () => {},
            removeLine: () => {},
          }}
          around={{ origin: address, gasPrice: undefined, chainId: 1, block: undefined }}
          field={createRef()}
        />
      </div>
    </WiringProvider>,
  );
  unmount = page.unmount;
  const tab = [...page.element.querySelectorAll('[role=tab]')].find(({ textContent }) =>
    textContent?.startsWith('Storage'),
  );
  await userEvent.click(tab as HTMLElement);
  const slots = () => [...page.element.querySelectorAll('.dbg-word')].map(({ textContent }) => textContent);
  await eventually(() => expect(slots()).toEqual(['0x10x7', '0x20x9 changedwas 0x8']));
});
