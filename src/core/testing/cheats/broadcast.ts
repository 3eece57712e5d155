/** Calls that a script would send as transactions: here they only change who calls, and count nonces. */

import type { BeginningCall } from '../../evm/interceptor';
import type { Vm } from './vm';

/** Changes a call that is broadcast; returns why it may not be, undefined where nothing is against it. */
export function beginBroadcast(vm: Vm, call: BeginningCall, depth: number): string | undefined {
  const { broadcast, delegations, hasBlob } = vm.kept;
  if (broadcast === undefined || broadcast.depth !== depth || call.from !== broadcast.caller) return undefined;
  const sender = vm.broadcaster(call.from) ?? call.from;
  call.from = sender;
  if (call.isStatic)
    return broadcast.isSingle
      ? '`staticcall`s are not allowed after `broadcast`; use `startBroadcast` instead'
      : undefined;
  vm.kept.delegations = [];
  vm.kept.hasBlob = false;
  if (hasBlob && delegations.length > 0)
    return 'both delegation and blob are active; `attachBlob` and `attachDelegation` are not compatible';
  const signed = delegations.filter(({ authority }) => authority === sender).length;
  const sent = vm.project.settings.isolate ? 0 : 1;
  vm.state.setNonce(sender, vm.state.nonce[sender] + BigInt(signed + sent));
  return undefined;
}

/** Ends what was broadcast when a call ends that this many frames surround. */
export function endBroadcast(vm: Vm, depth: number): void {
  const { broadcast } = vm.kept;
  if (broadcast === undefined || broadcast.depth !== depth) return;
  vm.setOrigin(broadcast.origin);
  if (broadcast.isSingle) vm.kept.broadcast = undefined;
}
