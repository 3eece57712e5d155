/** Bytes among the arguments: as hex, or, where they are a call or a list of calls, as those. */
import { createContext, useContext, useMemo, useState } from 'react';
import { packedCallsText } from '../../../core/abi/packed-calls';
import { type FieldProps, FormField } from '../../ui/form/FormField';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { NestedCall, type NestedCalls } from './NestedCall';
import { PackedCalls } from './PackedCalls';

const Calls = createContext<NestedCalls | undefined>(undefined);
/** Makes bytes editable as calls. Fields of arguments hold bytes, whose calls have fields of arguments: hence no import. */
export const NestedCallsProvider = Calls.Provider;

export function BytesField({
  text,
  suggestions,
  onText,
  ...field
}: Omit<FieldProps, 'end' | 'exact'> & {
  text: string;
  suggestions: readonly AddressSuggestion[];
  onText: (text: string) => void;
}) {
  const calls = useContext(Calls);
  const [editor, setEditor] = useState<'hex' | 'call' | 'calls'>('hex');
  const isPacked = useMemo(() => field.label === PACKED_NAME || isListOfCalls(text), [field.label, text]);
  const end = calls && (
    <Segmented
      label={`Editor of ${field.label}`}
      size="s"
      value={editor}
      segments={[
        { value: 'hex', label: 'Hex' },
        { value: 'call', label: 'Call', title: 'The bytes as a call of a function' },
        // Stays while it is open: a list that does not encode yet has no bytes.
        ...(isPacked || editor === 'calls'
          ? [{ value: 'calls' as const, label: 'Calls', title: 'The bytes as the transactions of a MultiSend' }]
          : []),
      ]}
      onChange={setEditor}
    />
  );
  if (calls === undefined || editor === 'hex')
    return <TextArea mono rows={1} {...field} end={end} value={text} onChange={onText} />;
  return (
    <FormField {...field} end={end} empty={text === ''} group>
      {() =>
        editor === 'calls' ? (
          <PackedCalls calls={calls} text={text} suggestions={suggestions} onText={onText} />
        ) : (
          <NestedCall calls={calls} text={text} suggestions={suggestions} onText={onText} />
        )
      }
    </FormField>
  );
}

/** What Safe calls the parameter of `multiSend(bytes transactions)`. */
const PACKED_NAME = 'transactions';

function isListOfCalls(text: string): boolean {
  return text.length > 2 && packedCallsText(text) !== undefined;
}
