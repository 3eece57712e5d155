import { Dialog } from '../../ui/Dialog';
import { Kbd } from '../../ui/Kbd';
import { printKey, usePageKeyGroups } from '../../ui/keys';

/** Shows the keys of the page, as its views registered them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const groups = usePageKeyGroups();
  return (
    <Dialog open title="Keys of this page" onClose={onClose} width="s">
      <div className="flex flex-col gap-4 p-4">
        {groups.toReversed().map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="mb-1">{group.name}</h3>
            <dl>
              {group.keys.map(({ key, label }) => (
                <div key={`${key} ${label}`} className="flex items-center justify-between gap-4 py-1">
                  <dt className="text-muted">{label}</dt>
                  <dd>
                    <Kbd>{printKey(key)}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
