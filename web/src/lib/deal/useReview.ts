import { useRef, useState } from 'react'

/** A second click of a double click on Review must not sign. */
const DOUBLE_CLICK_MS = 600

/** The two steps of a form: its terms, and what will happen. Signing is offered on the second alone. */
export function useReview() {
  const [isReviewing, setIsReviewing] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const since = useRef(0)
  return {
    isReviewing,
    /** One has wanted to go on: from then on what is empty is asked for. */
    isTried,
    toTerms: () => setIsReviewing(false),
    /** Goes on by one step: to the review where the terms are whole, from there to signing. */
    goOn: (isWhole: boolean, sign: () => void) => {
      setIsTried(true)
      if (!isWhole) return setIsReviewing(false)
      if (isReviewing) return performance.now() - since.current > DOUBLE_CLICK_MS ? sign() : undefined
      since.current = performance.now()
      setIsReviewing(true)
    },
  }
}
