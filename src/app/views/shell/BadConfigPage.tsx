import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';

/** Says that the app cannot know which networks it serves. Stands alone: there is no router yet. */
export function BadConfigPage({ problem }: { problem: string }) {
  return (
    <main className="px-5">
      <Message
        title="The configuration of this site cannot be used"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Reload Page
          </Button>
        }
      >
        {problem} The file is <code>config.json</code> beside the app; whoever runs this site can correct it.
      </Message>
    </main>
  );
}
