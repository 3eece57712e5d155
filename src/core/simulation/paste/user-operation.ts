/**
 * A user operation (ERC-4337) that a bundler is asked to send: what the account does when the EntryPoint calls it, or the
 * whole of it as a bundler sends it, with validation, signature and payment.
 */

import { concat, encodeFunctionData, isHex, numberToHex, parseAbi, size } from 'viem';
import { isAddressShaped } from '../../chain/address-shape';
import type { Hex } from '../../chain/primitives';
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep } from '../draft';
import { decimal, firstOf, type Pasted, type Reading, textOf } from './pasted';

const ABI_6 = parseAbi([
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Operation[] ops, address beneficiary)',
]);
/** Since EntryPoint 0.7 two limits share a word (ERC-4337, PackedUserOperation). */
const ABI_7 = parseAbi([
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Operation[] ops, address beneficiary)',
]);
/** Sends it, and takes what the account pays for it. */
const BUNDLER: Hex = '0x0000000000000000000000000000000000433700';

/** `params` are the operation and the EntryPoint that it is for, untrusted. */
export function readUserOperation(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [operation, point] = params;
  const entryPoint = textOf(point);
  if (!isFields(operation) || !isAddressShaped(entryPoint))
    return fail('A user operation needs its fields and the address of its EntryPoint.');
  const sender = firstOf(operation, 'sender');
  const callData = firstOf(operation, 'callData');
  const whole = handleOps(operation);
  if (whole === undefined) return fail('A field of this user operation is missing or is no number or hex digits.');
  const asBundler: Reading = {
    draft: emptyDraft(network, [emptyStep({ from: BUNDLER, to: entryPoint, input: whole })]),
    notes: ['Validation, signature and payment are executed, too: without a valid signature it fails with AA24.'],
  };
  const kind = 'A user operation (ERC-4337)';
  const isDeployed = ['', '0x'].includes(firstOf(operation, 'initCode', 'factory'));
  if (!isDeployed)
    return ok({
      kind,
      ...asBundler,
      notes: [...asBundler.notes, 'It makes its account first, so it is read as a whole.'],
    });
  return ok({
    kind,
    draft: emptyDraft(network, [emptyStep({ from: entryPoint, to: sender, input: callData === '0x' ? '' : callData })]),
    notes: ['The EntryPoint calls the account, without validation, signature and payment.'],
    second: { names: ['What the account does', 'As a bundler sends it'], ...asBundler },
  });
}

function handleOps(operation: Record<string, unknown>): Hex | undefined {
  try {
    const number = (name: string) => BigInt(decimal(firstOf(operation, name)) || '0');
    const bytes = (name: string): Hex => hexOf(firstOf(operation, name) || '0x');
    const limit = (name: string): Hex => numberToHex(number(name), { size: 16 });
    const common = {
      sender: addressOf(firstOf(operation, 'sender')),
      nonce: number('nonce'),
      callData: bytes('callData'),
      preVerificationGas: number('preVerificationGas'),
      signature: bytes('signature'),
    };
    if ('initCode' in operation || 'paymasterAndData' in operation) {
      const [callGasLimit, verificationGasLimit] = [number('callGasLimit'), number('verificationGasLimit')];
      const [maxFeePerGas, maxPriorityFeePerGas] = [number('maxFeePerGas'), number('maxPriorityFeePerGas')];
      const [initCode, paymasterAndData] = [bytes('initCode'), bytes('paymasterAndData')];
      const gas = { callGasLimit, verificationGasLimit, maxFeePerGas, maxPriorityFeePerGas };
      return encodeFunctionData({ abi: ABI_6, args: [[{ ...common, ...gas, initCode, paymasterAndData }], BUNDLER] });
    }
    const initCode = concat([bytes('factory'), bytes('factoryData')]);
    const paymaster = bytes('paymaster');
    const paymasterAndData: Hex =
      size(paymaster) === 0
        ? '0x'
        : concat([
            paymaster,
            limit('paymasterVerificationGasLimit'),
            limit('paymasterPostOpGasLimit'),
            bytes('paymasterData'),
          ]);
    const accountGasLimits = concat([limit('verificationGasLimit'), limit('callGasLimit')]);
    const gasFees = concat([limit('maxPriorityFeePerGas'), limit('maxFeePerGas')]);
    const packed = { ...common, initCode, accountGasLimits, gasFees, paymasterAndData };
    return encodeFunctionData({ abi: ABI_7, args: [[packed], BUNDLER] });
  } catch {
    return undefined; // a field is no number, no hex, or too large
  }
}

function hexOf(text: string): Hex {
  if (!isHex(text) || text.length % 2 !== 0) throw new Error('no hex digits');
  return text;
}

function addressOf(text: string): Hex {
  if (!isAddressShaped(text)) throw new Error('no address');
  return text.toLowerCase() as Hex;
}
