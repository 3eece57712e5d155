/** Edited sources of a contract: what is shown of compiling them. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { SourceEdit } from '../../../src/app/views/simulator/source/SourceEdit';
import type { Address } from '../../../src/core/chain/primitives';
import type { Failure } from '../../../src/core/values/failure';
import { ok, type Result } from '../../../src/core/values/result';
import type { ContractSource } from '../../../src/workers/contracts/contracts.api';
import type { EditedCode } from '../../../src/workers/contracts/edit-source.api';
import { eventually } from '../../helpers/eventually';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;
const source = {
  networkId: DEMO.id,
  address,
  language: 'Solidity',
  contract: 'Till',
  compilerVersion: '0.8.30',
  file: 'src/Till.sol',
  files: [{ path: 'src/Till.sol' }],
} as unknown as ContractSource;

let page: MountedAt | undefined;
afterEach(() => {
  page?.unmount();
  sessionStorage.clear();
});

const button = (name: string) =>
  [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name) as HTMLElement;

test('after a cancelled round, what is compiled next does not show what an earlier round came to', async () => {
  const answers: ((result: Result<EditedCode, Failure>) => void)[] = [];
  const contracts = {
    contractSource: async () => ok({ source, skipped: [] }),
    sourceText: async () => 'contract Till {}',
    compileEdited: () => new Promise<Result<EditedCode, Failure>>((answer) => answers.push(answer)),
    cancel: async () => {},
  };
  page = mountAt(
    { path: '/edit', pattern: '/edit', answers: { contracts } },
    <SourceEdit network={DEMO} address={address}>
      {() => null}
    </SourceEdit>,
  );
  await eventually(() => expect(button('Compile and run')).toBeDefined());
  await userEvent.click(button('Compile and run'));
  await eventually(() => expect(answers).toHaveLength(1));
  answers[0]?.(ok({ state: 'errors', errors: ['of the first text'] }));
  await eventually(() => expect(page?.element.textContent).toContain('of the first text'));
  await userEvent.click(button('Compile and run'));
  await eventually(() => expect(button('Cancel')).toBeDefined());
  await userEvent.click(button('Cancel'));
  await eventually(() => expect(button('Cancel')).toBeUndefined());
  await userEvent.click(button('Compile and run'));
  await eventually(() => expect(answers).toHaveLength(3));
  expect(page.element.textContent).not.toContain('of the first text');
  answers[2]?.(ok({ state: 'errors', errors: ['of the last text'] }));
  await eventually(() => expect(page?.element.textContent).toContain('of the last text'));
});
