import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useEffect, type ReactNode, type RefObject } from 'react'

type Props = {
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  renderRow: (index: number, measure: (row: HTMLElement | null) => void) => ReactNode
  /** The table calls it to bring a row into the document. */
  reveal: RefObject<(index: number) => void>
}

/** Of a long page, only the visible rows are in the document, with spacers for the others. */
export default function VirtualRows({ scroller, count, rowHeight, renderRow, reveal }: Props) {
  // Its result changes with each scroll, and must not be memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // A number that needs several lines makes its row higher.
    indexAttribute: 'data-row',
    overscan: 12,
  })
  useEffect(() => {
    reveal.current = (index) => index >= 0 && virtualizer.scrollToIndex(index)
    return () => {
      reveal.current = () => undefined
    }
  }, [reveal, virtualizer])
  const rows = virtualizer.getVirtualItems()
  const before = rows[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  return (
    <>
      <Spacer height={before} />
      {rows.map((row) => (
        <Fragment key={row.key}>{renderRow(row.index, virtualizer.measureElement)}</Fragment>
      ))}
      <Spacer height={after} />
    </>
  )
}

function Spacer({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />
}
