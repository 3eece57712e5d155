/** Values of immutables that the code on the chain has none of: only its constructor would know them. */
import { useState } from 'react';
import type { Hex } from '../../../../core/chain/primitives';
import { readImmutable } from '../../../../core/simulation/read-immutable';
import { type Immutable, immutableKey } from '../../../../core/source/edited/immutable-key';
import { harmlessText } from '../../../../core/text/harmless';
import { Form } from '../../../ui/form/Form';
import { SubmitButton } from '../../../ui/form/SubmitButton';
import { Panel } from '../../../ui/Panel';
import { TextField } from '../../../ui/TextField';

type Props = { immutables: readonly Immutable[]; onValues: (values: Readonly<Record<string, Hex>>) => void };

export function ImmutableFields({ immutables, onValues }: Props) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const read = immutables.map((immutable) => {
    const key = immutableKey(immutable);
    return { immutable, key, word: readImmutable(immutable.type, texts[key] ?? '') };
  });
  return (
    <Panel title="Values of new immutables" aside="The constructor does not run again">
      <Form
        label="Values of new immutables"
        className="flex flex-col gap-3 p-3"
        onSubmit={async () =>
          onValues(Object.fromEntries(read.flatMap(({ key, word }) => (word.ok ? [[key, word.value]] : []))))
        }
      >
        {read.map(({ immutable, key, word }) => (
          <TextField
            key={key}
            mono
            label={harmlessText(immutable.name, 100)}
            help={`${harmlessText(immutable.type, 100)}: a number, an address, or its bytes`}
            value={texts[key] ?? ''}
            error={word.ok ? undefined : word.error}
            onChange={(text) => setTexts({ ...texts, [key]: text })}
          />
        ))}
        <div>
          <SubmitButton>Compile with these values</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
