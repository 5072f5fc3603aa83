import type { Owed } from '@connex/protocol'
import { useViewer } from '../../../lib/Viewer.ts'
import { turnTrack, type Tracked, type TrackNode } from './turnTrack.ts'
import styles from './TurnTrack.module.css'

/** The drawing's own units, of which a table's pixel has one. */
const [WIDTH, HEIGHT, RADIUS, MIDDLE] = [72, 18, 5.5, 9]
const CENTERS = [9, 36, 63] as const
/** The gap between the arcs of one node, as a share of its ring. */
const GAP = 0.08

type Props = {
  transfer: Tracked
  /** small: a table's row, 72 by 18 px; large: a panel's head, three times as big. */
  size?: 'small' | 'large'
  /** What is still owed, where that is not what the ledger has now. */
  left?: readonly Owed[] | undefined
}

/**
 * You, the counterparty and the custodian as three nodes on a line: done, waited for, or later; a mint or burn has no counterparty. It
 * goes with words that say the same, so it is hidden from screen readers.
 */
export function TurnTrack({ transfer, size = 'small', left }: Props) {
  const { tenantAddr } = useViewer()
  const nodes = turnTrack(transfer, tenantAddr, left).flatMap((node, index) =>
    node.state === 'absent' ? [] : [{ ...node, center: CENTERS[index] ?? 0 }],
  )
  return (
    <svg className={styles.track} data-size={size} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {nodes.slice(1).map(({ party, center }, index) => (
        <line
          key={party}
          className={styles.line}
          data-state={nodes[index]?.state}
          x1={(nodes[index]?.center ?? 0) + RADIUS + 3}
          x2={center - RADIUS - 3}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      ))}
      {nodes.map((node) => (
        <g
          key={node.party}
          className={styles.node}
          data-party={node.party}
          data-state={node.state}
          transform={`translate(${node.center} ${MIDDLE})`}
        >
          <Node {...node} />
        </g>
      ))}
    </svg>
  )
}

function Node({ state, confirmations, hasVotedToCancel }: TrackNode) {
  const arcs = confirmations.length
  return (
    <>
      {state === 'now' && <circle className={styles.halo} r={RADIUS + 2.5} />}
      {state === 'done' ? (
        <>
          <circle className={styles.disc} r={RADIUS + 1} />
          <path className={styles.tick} d="M-2.8 0.2 -0.8 2.2 2.9 -2" />
        </>
      ) : arcs < 2 ? (
        <circle className={styles.ring} r={RADIUS} />
      ) : (
        confirmations.map((isGiven, index) => (
          <circle
            // The arcs never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={styles.ring}
            data-given={isGiven}
            r={RADIUS}
            pathLength={1}
            strokeDasharray={`${1 / arcs - GAP} 1`}
            strokeDashoffset={-(index / arcs + GAP / 2)}
            // The first arc begins at the top.
            transform="rotate(-90)"
          />
        ))
      )}
      {state === 'canceled' && <path className={styles.bar} d="M-3.5 0H3.5" />}
      {hasVotedToCancel && state !== 'canceled' && <path className={styles.vote} d="M4 -8 8 -4M8 -8 4 -4" />}
    </>
  )
}
