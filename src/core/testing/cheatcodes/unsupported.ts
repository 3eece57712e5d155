/**
 * Cheatcodes of forge 1.7 that do not work here: they need a process, a network, a prompt or the disk, or nobody has
 * written them yet. One that is called says so, and its test fails for that alone.
 */

import { Unsupported } from '../cheats/cheat-error';
import type { Cheatcode, Cheatcodes } from './cheatcode';

const SIGNATURES = `
  accessList((address,bytes32[])[]) activeFork() attachBlob(bytes)
  attachDelegation((uint8,bytes32,bytes32,uint64,address))
  attachDelegation((uint8,bytes32,bytes32,uint64,address),bool) broadcastRawTransaction(bytes) broadcast()
  broadcast(address) broadcast(uint256) closeFile(string) copyFile(string,string) createDir(string,bool)
  createFork(string) createFork(string,uint256) createFork(string,bytes32) createSelectFork(string)
  createSelectFork(string,uint256) createSelectFork(string,bytes32) deployCode(string) deployCode(string,bytes)
  deployCode(string,uint256) deployCode(string,bytes,uint256) deployCode(string,bytes32)
  deployCode(string,bytes,bytes32) deployCode(string,uint256,bytes32) deployCode(string,bytes,uint256,bytes32)
  deriveKey(string,uint32) deriveKey(string,string,uint32) deriveKey(string,uint32,string)
  deriveKey(string,string,uint32,string) dumpState(string) eip712HashStruct(string,bytes)
  eip712HashStruct(string,string,bytes) eip712HashType(string) eip712HashType(string,string)
  eip712HashTypedData(string) eth_getLogs(uint256,uint256,address,bytes32[]) executeTransaction(bytes)
  expectSafeMemory(uint64,uint64) expectSafeMemoryCall(uint64,uint64) ffi(string[]) fromRlp(bytes) fsMetadata(string)
  getArtifactPathByCode(bytes) getArtifactPathByDeployedCode(bytes) getBroadcast(string,uint64,uint8)
  getBroadcasts(string,uint64,uint8) getBroadcasts(string,uint64) getDeployment(string) getDeployment(string,uint64)
  getDeployments(string,uint64) getMappingKeyAndParentOf(address,bytes32) getMappingLength(address,bytes32)
  getMappingSlotAt(address,bytes32,uint256) getRawBlockHeader(uint256) getRecordedLogsJson()
  getStorageSlots(address,string) isDir(string) isPersistent(address) loadAllocs(string) makePersistent(address)
  makePersistent(address,address) makePersistent(address,address,address) makePersistent(address[]) noAccessList()
  prompt(string) promptAddress(string) promptSecret(string) promptSecretUint(string) promptUint(string)
  readDir(string) readDir(string,uint64) readDir(string,uint64,bool) readLine(string) readLink(string)
  rememberKeys(string,string,uint32) rememberKeys(string,string,string,uint32) removeDir(string,bool)
  removeFile(string) resolveEnv(string) revokePersistent(address) revokePersistent(address[]) rollFork(uint256)
  rollFork(bytes32) rollFork(uint256,uint256) rollFork(uint256,bytes32) rpcUrl(string) rpcUrlStructs() rpcUrls()
  rpc(string,string) rpc(string,string,string) selectFork(uint256) setArbitraryStorage(address,bool)
  setEvmVersion(string) signAndAttachDelegation(address,uint256) signAndAttachDelegation(address,uint256,uint64)
  signAndAttachDelegation(address,uint256,bool) signDelegation(address,uint256) signDelegation(address,uint256,uint64)
  signDelegation(address,uint256,bool) signWithNonceUnsafe(uint256,bytes32,uint256) startBroadcast()
  startBroadcast(address) startBroadcast(uint256) startDebugTraceRecording() startMappingRecording()
  stopAndReturnDebugTraceRecording() stopBroadcast() stopExpectSafeMemory() stopMappingRecording() stopSnapshotGas()
  transact(bytes32) transact(uint256,bytes32) tryFfi(string[]) unixTime() writeFile(string,string)
  writeFileBinary(string,bytes) writeJson(string,string) writeJson(string,string,string) writeLine(string,string)
  writeToml(string,string) writeToml(string,string,string)
`;

const refuse: Cheatcode = () => {
  throw new Unsupported('this cheatcode does not work here');
};

export const UNSUPPORTED: Cheatcodes = Object.fromEntries(
  SIGNATURES.split(/\s+/)
    .filter((signature) => signature !== '')
    .map((signature) => [signature, refuse]),
);
