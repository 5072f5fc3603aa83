// A deal as one reads it aloud: its values are easy to tell from the words around them.
import { readableText } from '@connex/protocol'
import styles from './Sentences.module.css'

/** A piece of a sentence: words, a value of the deal, or the name of a value that is still missing. */
export type Piece = { text: string; kind: 'words' | 'value' | 'missing' }

type Props = {
  sentences: readonly (readonly Piece[])[]
  label?: string
}

/** Sentences in one paragraph. */
export function Sentences({ sentences, label }: Props) {
  return (
    <p className={styles.sentences} aria-label={label}>
      {sentences.map((pieces, index) => (
        // Sentences and their pieces have a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {pieces.map(({ text, kind }, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={place} className={styles[kind]}>
              {text}
            </span>
          ))}{' '}
        </span>
      ))}
    </p>
  )
}

export const tokensOf = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `{{${name}}}`])) as Record<Name, string>

/** Splits a sentence at its tokens. `piecesOf('to {{counterparty}}.', { counterparty: 'Baltic' })` */
export function piecesOf<Name extends string>(
  template: string,
  values: Readonly<Partial<Record<Name, string | undefined>>>,
  nameMissing: (name: Name) => string = (name) => name,
): Piece[] {
  return template
    .split(/(\{\{\w+\}\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (!text.startsWith('{{')) return { text, kind: 'words' }
      const name = text.slice(2, -2) as Name
      const value = values[name]
      return value === undefined
        ? { text: nameMissing(name), kind: 'missing' }
        : { text: readableText(value), kind: 'value' }
    })
}

/** A complete sentence. `sentenceOf({ what, account }, (tokens) => t('Substitution.leg_in', tokens))` */
export const sentenceOf = <Name extends string>(
  values: Readonly<Record<Name, string>>,
  write: (tokens: Record<Name, string>) => string,
): Piece[] => piecesOf<Name>(write(tokensOf(...(Object.keys(values) as Name[]))), values)

/** Where values look like words. */
export const plainText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')
