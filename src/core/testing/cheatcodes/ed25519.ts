/** Cheatcodes on Ed25519: what is signed is the namespace with the message behind it. */

import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import type { Cheatcodes } from './cheatcode';

const publicKey = (key: Hex) => bytesToHex(ed25519.getPublicKey(hexToBytes(key)));
const signed = (namespace: Hex, message: Hex) => hexToBytes(`${namespace}${message.slice(2)}` as Hex);

function isValid(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return signature.length === 64 && ed25519.verify(signature, message, key);
  } catch {
    return false;
  }
}

export const ED25519: Cheatcodes = {
  'createEd25519Key(bytes32)(bytes32,bytes32)': (_vm, [salt]: [Hex]) => [publicKey(salt), salt],
  'publicKeyEd25519(bytes32)(bytes32)': (_vm, [key]: [Hex]) => publicKey(key),
  'signEd25519(bytes,bytes,bytes32)(bytes)': (_vm, [namespace, message, key]: [Hex, Hex, Hex]) =>
    bytesToHex(ed25519.sign(signed(namespace, message), hexToBytes(key))),
  'verifyEd25519(bytes,bytes,bytes,bytes32)(bool)': (_vm, [signature, namespace, message, key]: [Hex, Hex, Hex, Hex]) =>
    isValid(hexToBytes(signature), signed(namespace, message), hexToBytes(key)),
};
