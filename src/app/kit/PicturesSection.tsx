import { formatInteger } from '../../core/format/counts';
import { ChartFrame } from '../ui/ChartFrame';
import { MediaFrame } from '../ui/MediaFrame';
import { Panel } from '../ui/Panel';
import { Sample, Samples, Section } from './Section';
import { DAILY } from './sample-data';

const KNOT = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0b5"/><circle cx="14" cy="20" r="10" fill="#fff8"/><circle cx="26" cy="20" r="10" fill="#0008"/></svg>',
)}`;
const ANIMATION = `data:text/html,${encodeURIComponent(
  '<body style="margin:0;background:linear-gradient(45deg,#46f,#f6a)"><script>document.body.textContent="ran"</script></body>',
)}`;

export function PicturesSection() {
  return (
    <Section title="Charts and media">
      <Samples>
        <Sample name="ChartFrame, bars: sums, today’s pale">
          <Panel className="p-3">
            <ChartFrame label="Transactions per day" kind="bars" points={DAILY} openEnded formatValue={formatInteger} />
          </Panel>
        </Sample>
        <Sample name="ChartFrame, line: rates">
          <Panel className="p-3">
            <ChartFrame
              label="Base fee, Gwei"
              kind="line"
              points={DAILY.map(({ time, value }) => ({ time, value: value / 4_000 }))}
              formatValue={(value) => value.toFixed(1)}
            />
          </Panel>
        </Sample>
        <Sample name="MediaFrame: image, document without scripts, other host, broken">
          <div className="grid grid-cols-2 gap-2">
            <MediaFrame src={KNOT} alt="Tidal Knot #0097" />
            <MediaFrame src={ANIMATION} alt="Animation" />
            <MediaFrame src="https://pictures.example/7.png" alt="Brass Key #4" onAllow={() => {}} />
            <MediaFrame src="data:image/png;base64,AAAA" alt="Ledger Leaf #3" />
          </div>
        </Sample>
      </Samples>
    </Section>
  );
}
