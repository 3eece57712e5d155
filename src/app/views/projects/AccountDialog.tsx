/** What the reader notes of an account of a project: tags, and a note that may stay private. */
import { useState } from 'react';
import { shorten } from '../../../core/format/shorten';
import { MAX_NOTE, type Project, type ProjectAccount, parseTags } from '../../../core/projects/project';
import { saveAccounts } from '../../../db/projects/projects';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';

export function AccountDialog({
  project,
  account,
  onClose,
}: {
  project: Project;
  account: ProjectAccount;
  onClose: () => void;
}) {
  const [tags, setTags] = useState(account.tags.join(', '));
  const [text, setText] = useState(account.note?.text ?? '');
  const [isPrivate, setPrivate] = useState(account.note?.isPrivate ?? false);
  async function keep() {
    const { note: _, ...rest } = account;
    const note = text.trim() === '' ? undefined : { text: text.trim().slice(0, MAX_NOTE), isPrivate };
    const kept = await saveAccounts(project.uid, [
      { ...rest, tags: parseTags(tags), ...(note && { note }), changedAt: Date.now() },
    ]);
    if (!kept) {
      toast({ text: 'The browser refused storage, so the change is not kept.', tone: 'failure' });
      return;
    }
    onClose();
  }
  return (
    <Dialog open title={`Tags and note of ${shorten(account.address)}`} onClose={onClose}>
      <Form className="flex flex-col gap-3 p-4" onSubmit={keep}>
        <TextField label="Tags" value={tags} onChange={setTags} help="Separated by commas, at most 12." />
        <TextArea label="Note" rows={4} value={text} maxLength={MAX_NOTE} onChange={setText} />
        <Checkbox checked={isPrivate} onChange={setPrivate} note="It stays here when the project is saved as a file.">
          Private note
        </Checkbox>
        <div>
          <SubmitButton>Keep</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
