/** Files that are handed in, one after the other. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { UploadStep } from '../../../src/app/views/verification/UploadStep';
import { type ReadFiles, readSourceFiles } from '../../../src/core/contract/verification/read-upload';
import type { ContractsService } from '../../../src/workers/client';
import { eventually } from '../../helpers/eventually';
import { later, type MountedStep, mountStep } from './mount-step';

let page: MountedStep | undefined;
afterEach(() => page?.unmount());

async function openUpload(contracts: Partial<ContractsService>): Promise<MountedStep> {
  const opened = await mountStep(
    { method: 'files', uploaded: { 'A.sol': 'contract A {}' } },
    contracts,
    (verification) => verification.snapshot.matches('upload') && <UploadStep verification={verification} />,
  );
  page = opened;
  opened.verification().send({ type: 'user.step', step: 'upload' });
  return opened;
}

async function pick({ element }: MountedStep, name: string): Promise<void> {
  const input = await eventually(() => {
    const found = element.querySelector<HTMLInputElement>('input[type=file]');
    if (found === null) throw new Error('there is no place for files');
    return found;
  });
  await userEvent.upload(input, new File([`contract ${name} {}`], `${name}.sol`));
}

const uploaded = () => Object.keys(page?.verification().snapshot.context.draft.uploaded ?? {}).toSorted();

test('a file that is read while another is taken leaves that one', async () => {
  const slow = later<ReadFiles>();
  const opened = await openUpload({
    readSourceFiles: (files) =>
      files[0]?.path === 'Slow.sol' ? slow.promise : Promise.resolve(readSourceFiles(files)),
  });
  await pick(opened, 'Slow');
  await pick(opened, 'Fast');
  await eventually(() => expect(uploaded()).toEqual(['A.sol', 'Fast.sol']));
  slow.resolve({ sources: { 'Slow.sol': 'contract Slow {}' }, remappings: '', settings: {}, rejected: [] });
  await eventually(() => expect(uploaded()).toEqual(['A.sol', 'Fast.sol', 'Slow.sol']));
});

test('files that nobody could read are told of, and no more waited for', async () => {
  const opened = await openUpload({ readSourceFiles: () => Promise.reject(new Error('gone')) });
  await pick(opened, 'Lost');
  await eventually(() => expect(opened.element.textContent).toContain('The engine stopped'));
  await eventually(() => expect(opened.element.textContent).not.toContain('Reading files'));
  expect(uploaded()).toEqual(['A.sol']);
});
