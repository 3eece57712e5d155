/** The arguments of a function as fields, for a call that is only encoded. */
import { useMemo } from 'react';
import { type AbiType, compileTypes } from '../../../core/abi/abi-type';
import { nameOf } from '../../../core/abi/decode-parameters';
import { ArgumentField } from './ArgumentField';
import type { CallFieldsProps } from './NestedCall';

export function CallFields({ entry, args, call, suggestions, onArgs }: CallFieldsProps) {
  const types = useMemo(() => compileTypes(entry.inputs), [entry]);
  if (types === undefined)
    return <p className="text-failure">Encode function call failed: the ABI names a type that cannot be encoded</p>;
  if (types.length === 0) return <p className="text-muted">It takes no arguments.</p>;
  return <ArgumentFields types={types} args={args} call={call} suggestions={suggestions} onArgs={onArgs} />;
}

/** Shows a field for each type, with what the worker says of it. */
export function ArgumentFields({
  types,
  args,
  call,
  suggestions,
  onArgs,
}: Omit<CallFieldsProps, 'entry'> & { types: readonly AbiType[] }) {
  return types.map((type, position) => (
    <ArgumentField
      // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no identity but their position
      key={position}
      type={type}
      path={nameOf(type, position)}
      text={args[position] ?? ''}
      suggestions={suggestions}
      problem={call?.problems?.[position]}
      onText={(text) => onArgs(types.map((_, at) => (at === position ? text : (args[at] ?? ''))))}
    />
  ));
}
