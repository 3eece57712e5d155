import { useEffect, useState } from 'react';
import type { AbiFunction } from 'viem';
import type { TypedCall } from '../../../core/abi/encode';
import { useAbiApi } from '../../wiring';

/** Stands for a call whose worker stopped while it encoded the call. */
export const STOPPED: TypedCall = {
  problems: [],
  summary: 'Encode function call failed: the worker stopped, and is started again',
};

/** Returns the call of `entry` with the texts of its fields, encoded by the worker; undefined until it has answered for these. */
export function useTypedCall(entry: AbiFunction | undefined, args: readonly string[]): TypedCall | undefined {
  const abi = useAbiApi();
  const [answered, setAnswered] = useState<{ entry: AbiFunction; args: readonly string[]; call: TypedCall }>();
  useEffect(() => {
    if (entry === undefined) return;
    let isWanted = true;
    const say = (call: TypedCall) => isWanted && setAnswered({ entry, args, call });
    abi.encodeTypedCall(entry, args).then(say, () => say(STOPPED));
    return () => {
      isWanted = false;
    };
  }, [abi, entry, args]);
  return answered?.entry === entry && answered?.args === args ? answered?.call : undefined;
}
