/** Bytes among the arguments: as hex, or, where they are a call, as that call. */
import { createContext, useContext, useState } from 'react';
import { type FieldProps, FormField } from '../../ui/form/FormField';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { NestedCall, type NestedCalls } from './NestedCall';

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
  const [editor, setEditor] = useState<'hex' | 'call'>('hex');
  const end = calls && (
    <Segmented
      label={`Editor of ${field.label}`}
      size="s"
      value={editor}
      segments={[
        { value: 'hex', label: 'Hex' },
        { value: 'call', label: 'Call', title: 'The bytes as a call of a function' },
      ]}
      onChange={setEditor}
    />
  );
  if (calls === undefined || editor === 'hex')
    return (
      <TextArea mono rows={1} {...field} end={end} value={text} onChange={(event) => onText(event.target.value)} />
    );
  return (
    <FormField {...field} end={end} empty={text === ''} group>
      {() => <NestedCall calls={calls} text={text} suggestions={suggestions} onText={onText} />}
    </FormField>
  );
}
