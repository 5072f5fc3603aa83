// Our own icons, on a grid of 24, as strokes of one width. A circle is two arcs, a dot a line without length.
import { cx } from '../../lib/dom.ts'
import styles from './Icon.module.css'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0`
const file =
  'M13.6 3H7.8A1.8 1.8 0 0 0 6 4.8v14.4A1.8 1.8 0 0 0 7.8 21h8.4a1.8 1.8 0 0 0 1.8-1.8V7.4zM13.6 3v4.4H18'

export const paths = {
  'add-file': `${file}M12 11v6M9 14h6`,
  'added-file': `${file}M9.3 14l2 2 3.5-3.8`,
  info: `${circle(12, 12, 8.5)}M12 11.2v4.6M12 8.1v.01`,
  export: 'M12 15V4M8 8l4-4 4 4M5 15v3.2A1.8 1.8 0 0 0 6.8 20h10.4a1.8 1.8 0 0 0 1.8-1.8V15',
  filter: 'M4 6h16M7 12h10M10 18h4',
  tune: `M4 7h9M17 7h3M4 17h3M11 17h9${circle(15, 7, 2)}${circle(9, 17, 2)}`,
  holdings:
    'M4.5 8h15v9.7a1.3 1.3 0 0 1-1.3 1.3H5.8a1.3 1.3 0 0 1-1.3-1.3zM4.5 8l2.4-3.4h10.2L19.5 8M9.5 12h5',
  transactions: 'M4 8.5h14.5L15 5M20 15.5H5.5L9 19',
  counterparties: `${circle(9, 9, 3)}${circle(17, 10, 2)}M3 19c1-7 11-7 12 0M16 15c3-1 5 1 5 4`,
  custodians: 'M3.5 9.5L12 4l8.5 5.5zM5.5 9.5V18M9.8 9.5V18M14.2 9.5V18M18.5 9.5V18M3.5 20h17',
  account:
    'M19 8H6.2A2.2 2.2 0 0 1 4 5.8 1.8 1.8 0 0 1 5.8 4H17v4M4 6v11.5A2.5 2.5 0 0 0 6.5 20H19V8M15.5 14h.01',
  instrument: `${file}M9.5 12h5M9.5 15.5h5`,
  mint: `${circle(12, 12, 8)}M12 8.5v7M8.5 12h7`,
  burn: `${circle(12, 12, 8)}M8.5 12h7`,
  sidebar: 'M4 5h16v14H4zM9.5 5v14',
  search: `${circle(11, 11, 6)}M19.5 19.5l-4.2-4.2`,
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  check: 'M5 12.5l4.5 4.5L19 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  alert: 'M12 4.2L21 19.5H3zM12 10v4.2M12 16.8v.01',
  bookmark: 'M6.5 4.5h11v15.5L12 16l-5.5 4z',
  chart: 'M4.5 4.5v15h15M8.5 16v-4M12.5 16V8M16.5 16v-6',
  lock: 'M6 11h12v8.2a.8.8 0 0 1-.8.8H6.8a.8.8 0 0 1-.8-.8zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  logout: 'M14 4.5H6.8A1.8 1.8 0 0 0 5 6.3v11.4a1.8 1.8 0 0 0 1.8 1.8H14M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  sun: `${circle(12, 12, 3.6)}M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4`,
  moon: 'M19.5 14.2A8 8 0 1 1 9.8 4.5a6.4 6.4 0 0 0 9.7 9.7z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15',
  calendar: 'M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4',
  clock: `${circle(12, 12, 8.5)}M12 7.2V12l3.2 2`,
  empty:
    'M4 14l2.5-8.2h11L20 14v4.2A1.8 1.8 0 0 1 18.2 20H5.8A1.8 1.8 0 0 1 4 18.2zM4 14h4.6l1.2 2.4h4.4l1.2-2.4H20',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'arrow-up': 'M12 19V5.5M6.5 11L12 5.5l5.5 5.5',
  'arrow-down': 'M12 5v13.5M6.5 13l5.5 5.5 5.5-5.5',
  'arrow-right': 'M5 12h13.5M13 6.5l5.5 5.5-5.5 5.5',
} as const

export type IconName = keyof typeof paths

/** An icon beside a text: hidden from screen readers unless it has a label. */
export function Icon({
  name,
  label,
  className,
}: {
  name: IconName
  label?: string
  className?: string | undefined
}) {
  return (
    <svg
      className={cx(styles.icon, className)}
      data-icon={name}
      viewBox="0 0 24 24"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={paths[name]} />
    </svg>
  )
}
