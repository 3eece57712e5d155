/** The tool for calldata, and calls within calls as fields. */
import { concatHex, encodeFunctionData, numberToHex, pad, parseAbi, size, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '../../helpers/axe-page';
import { CHAIN, demoChain, explorer, openPage } from '../../helpers/demo-page';

const abi = parseAbi([
  'function multicall(bytes[] data)',
  'function multiSend(bytes transactions)',
  'function transfer(address to, uint256 amount)',
  'function nobodyKnowsThisOne(uint256 secret)',
]);
const ALICE = `0x${'a1'.repeat(20)}` as const;
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [ALICE, 1_500n] });

test('calldata is decoded with the calls in it, edited, and encoded again', async () => {
  await openPage(`/${CHAIN}/calldata`);
  const calldata = page.getByRole('textbox', { name: 'Calldata' });
  await calldata.fill('0xa905');
  await expect.element(page.getByText('The calldata has less than the four bytes of a selector.')).toBeVisible();
  await calldata.fill(encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer]] }));
  const outer = page.getByRole('region', { name: 'multicall(bytes[])' });
  await expect.element(outer.getByText('fits', { exact: true })).toBeVisible();
  await expect.element(outer.getByText('transfer', { exact: false }).first()).toBeVisible();
  await expect.element(outer.getByText('1,500', { exact: true })).toBeVisible();
  expect(await axeViolations()).toEqual([]);

  await calldata.fill(transfer);
  const inner = page.getByRole('region', { name: 'transfer(address,uint256)' });
  await inner.getByRole('button', { name: 'Edit' }).click();
  const amount = inner.getByRole('textbox', { name: /uint256$/ });
  await expect.element(amount).toHaveValue('1500');
  await amount.fill('1501');
  const again = encodeFunctionData({ abi, functionName: 'transfer', args: [ALICE, 1_501n] });
  await expect.element(inner.getByText(again)).toBeVisible();
  await amount.fill('many');
  await expect.element(inner.getByText(/“many” is no uint256/).first()).toBeVisible();
});

test('transactions packed for a MultiSend are edited as the list that they are', async () => {
  const packed = concatHex(['0x00', ALICE, pad('0x05'), pad(numberToHex(size(transfer))), transfer]);
  const data = encodeFunctionData({ abi, functionName: 'multiSend', args: [packed] });
  await openPage(`/${CHAIN}/calldata?data=${data}`);
  const outer = page.getByRole('region', { name: 'multiSend(bytes)' });
  await outer.getByRole('button', { name: 'Edit' }).click();
  await outer
    .getByRole('group', { name: /^Editor of/ })
    .getByRole('button', { name: 'Calls' })
    .click();
  const value = outer.getByRole('textbox', { name: /^value/ });
  await expect.element(value).toHaveValue('5');
  await value.fill('6');
  const six = concatHex(['0x00', ALICE, pad('0x06'), pad(numberToHex(size(transfer))), transfer]);
  await expect
    .element(outer.getByText(encodeFunctionData({ abi, functionName: 'multiSend', args: [six] })))
    .toBeVisible();
  await value.fill('much');
  await userEvent.tab();
  await expect.element(outer.getByText(/“much” is no uint256/).first()).toBeVisible();
  await value.fill('6');
  await outer.getByRole('group', { name: 'Editor of data' }).getByRole('button', { name: 'Call', exact: true }).click();
  await expect.element(outer.getByRole('textbox', { name: /uint256$/ }).last()).toHaveValue('1500');
  expect(await axeViolations()).toEqual([]);
});

test('bytes of a multicall are edited as the calls that they are', async () => {
  const { addressOf } = await demoChain();
  await openPage(`/${CHAIN}/contract/${addressOf('Router').toLowerCase()}/write`);
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await functions.getByRole('button', { name: /^multicall\(/ }).click();
  await functions.getByRole('button', { name: 'Add item' }).click();
  await functions.getByRole('group', { name: 'Editor of 0' }).getByRole('button', { name: 'Call' }).click();
  const called = functions.getByRole('combobox', { name: 'Function' });
  await called.fill('multicall');
  const opened = functions.getByRole('region', { name: /^multicall\(/ });
  await expect.element(opened.getByText('0xac9650d8', { exact: true })).toBeVisible();
  await opened.getByText('Calldata', { exact: true }).click();
  const empty = encodeFunctionData({ abi, functionName: 'multicall', args: [[]] });
  const whole = opened.getByText(encodeFunctionData({ abi, functionName: 'multicall', args: [[empty]] }));
  await expect.element(whole).toBeVisible();
  // The bytes of the former call are not kept beside the name of none.
  await called.fill('multi');
  await expect.element(opened.getByText('This is neither a function of the contract nor a signature.')).toBeVisible();
  await expect.poll(() => whole.elements().filter((element) => element.checkVisibility())).toEqual([]);
  await expect.element(opened.getByRole('button', { name: 'Simulate' })).toBeDisabled();
  await called.fill('multicall');
  await expect.element(whole).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('explorer: a selector that nobody knows: words, a signature that is stated, and a service that is off', async () => {
  const secret = encodeFunctionData({ abi, functionName: 'nobodyKnowsThisOne', args: [77n] });
  await openPage(`/calldata?data=${secret}`, { config: explorer((await demoChain()).rpcUrl) });
  await expect.element(page.getByText(`Selector ${toFunctionSelector('nobodyKnowsThisOne(uint256)')}`)).toBeVisible();
  const words = page.getByRole('region', { name: 'Words' });
  await expect.element(words.getByText('4d'.padStart(64, '0'))).toBeVisible();
  await words.getByRole('button', { name: 'Ask the signature service' }).click();
  await expect.element(words.getByRole('link', { name: 'Settings' })).toBeVisible();
  const known = page.getByRole('textbox', { name: 'ABI or signatures' });
  await known.fill('nobodyKnowsThisOne(uint257)');
  await userEvent.tab();
  await expect.element(page.getByText(/names a type that cannot be encoded|uint257/).first()).toBeVisible();
  await known.fill('nobodyKnowsThisOne(uint256 secret)');
  const found = page.getByRole('region', { name: 'nobodyKnowsThisOne(uint256)' });
  await expect.element(found.getByText('given by you')).toBeVisible();
  await expect.element(found.getByText('77', { exact: true })).toBeVisible();
});
