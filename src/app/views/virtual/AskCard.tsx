/** Any method that the network has, asked as a client does. */
import { useState } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import type { KeptVirtualNetwork } from '../../../db/rows/virtual-network-row';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Panel } from '../../ui/Panel';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useWiring } from '../../wiring';

/** UTF-16 units of an answer that are shown; traces of large transactions have millions. */
const MAX_ANSWER = 100_000;

export function AskCard({ kept: { networkId } }: { kept: KeptVirtualNetwork }) {
  const { virtual } = useWiring().workers;
  const [method, setMethod] = useState('');
  const [params, setParams] = useState('');
  const [answer, setAnswer] = useState<string>();
  const read = parametersOf(params);
  async function ask(): Promise<Failure | undefined> {
    setAnswer(undefined);
    if (typeof read === 'string') return undefined;
    const answered = await virtual.request(networkId, method.trim(), read);
    if (!answered.ok) return answered.error;
    const lines = JSON.stringify(answered.value, undefined, 2).slice(0, MAX_ANSWER).split('\n');
    setAnswer(lines.map((line) => line.replace(/\S.*$/, (words) => harmlessText(words, MAX_ANSWER))).join('\n'));
    return undefined;
  }
  return (
    <Panel title="Ask" aside="JSON-RPC">
      <Form label="Ask" className="flex flex-col gap-2.5 p-3" onSubmit={ask}>
        <TextField mono label="Method" required value={method} placeholder="eth_getBalance" onChange={setMethod} />
        <TextArea
          mono
          label="Parameters"
          value={params}
          placeholder={'["0x…", "latest"]'}
          help="A list in JSON, or nothing"
          error={typeof read === 'string' ? read : undefined}
          onChange={setParams}
        />
        <div>
          <SubmitButton variant="plain">Ask</SubmitButton>
        </div>
        {answer !== undefined && (
          <output aria-label="Answer" className="block">
            <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-all">{answer}</pre>
          </output>
        )}
      </Form>
    </Panel>
  );
}

/** The parameters as typed, or a sentence on what is wrong with them. */
function parametersOf(text: string): readonly unknown[] | string {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : 'Parameters are a list: [ … ].';
  } catch {
    return 'This is not JSON.';
  }
}
