/** The variables that the tests of a project read, as its file `.env` has them on a disk. */
import { useState } from 'react';
import { readDotenv } from '../../../core/testing/dotenv';
import { harmlessText } from '../../../core/text/harmless';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TextArea } from '../../ui/TextArea';
import { toast } from '../../ui/toast';

/** Characters. */
const MOST = 100_000;
const MOST_NAMES = 600;

type Props = { text: string; onKeep: (text: string) => Promise<boolean>; onClose: () => void };

export function TestEnvironment({ text, onKeep, onClose }: Props) {
  const [given, setGiven] = useState(text);
  const names = Object.keys(readDotenv(given)).join(', ');

  async function keep() {
    if (await onKeep(given)) onClose();
    else toast({ text: 'The browser refused storage, so the variables are not kept.', tone: 'failure' });
  }

  return (
    <Dialog
      open
      title="Variables"
      description="Tests read them with vm.env…, and foundry.toml names them as ${NAME}. They stay in this browser and are in no backup."
      onClose={onClose}
    >
      <Form className="flex flex-col gap-3 p-4" onSubmit={keep}>
        <TextArea
          label="As in a file .env"
          mono
          maxLength={MOST}
          value={given}
          onChange={setGiven}
          help={
            names === ''
              ? 'A line for each: NAME=value. Reading ends before a malformed line.'
              : `Read: ${harmlessText(names, MOST_NAMES)}`
          }
        />
        <div>
          <SubmitButton>Keep the variables</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
