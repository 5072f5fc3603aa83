import { Tooltip } from '../tooltip/Tooltip.tsx'
import { shorten } from '../../lib/strings.ts'

/** '0x51fd…3c02', with the full hash in a tooltip. */
export const ShortHash = ({ value }: { value: string }) => (
  <Tooltip text={value}>
    <code>{shorten(value)}</code>
  </Tooltip>
)
