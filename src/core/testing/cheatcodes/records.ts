/** Cheatcodes that record what happens: accesses to storage, and events. */

import { checksumAddress } from '../../chain/address';
import { bytesToHex, wordHex } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { Cheatcodes } from './cheatcode';

export const RECORDS: Cheatcodes = {
  'record()': (vm) => {
    vm.kept.accesses = new Map();
    vm.kept.isRecording = true;
  },
  'stopRecord()': (vm) => {
    vm.kept.isRecording = false;
  },
  'accesses(address)(bytes32[],bytes32[])': (vm, [address]: [Address]) => {
    const found = vm.kept.accesses?.get(vm.account(address));
    return [(found?.reads ?? []).map(wordHex), (found?.writes ?? []).map(wordHex)];
  },
  'recordLogs()': (vm) => {
    vm.kept.recordedLogs = [];
  },
  'getRecordedLogsJson()(string)': (vm) => {
    const logs = vm.kept.recordedLogs ?? [];
    vm.kept.recordedLogs = [];
    const listed = logs.map(({ topics, data, address }) => ({
      topics: topics.map(wordHex),
      data: bytesToHex(data),
      emitter: checksumAddress(vm.addressOf(address)),
    }));
    return JSON.stringify(listed);
  },
  'getRecordedLogs()((bytes32[],bytes,address)[])': (vm) => {
    const logs = vm.kept.recordedLogs ?? [];
    if (vm.kept.recordedLogs) vm.kept.recordedLogs = [];
    return logs.map(({ topics, data, address }) => [topics.map(wordHex), bytesToHex(data), vm.addressOf(address)]);
  },
};
