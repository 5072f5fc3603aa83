import styles from './AccountName.module.css'

type Props = { account: string; name: string | undefined }

/** An account by its number, with its owner's name for it below. */
export function AccountName({ account, name }: Props) {
  if (name === undefined) return account
  return (
    <span className={styles.stack}>
      {account}
      <span className={styles.name}>{name}</span>
    </span>
  )
}
