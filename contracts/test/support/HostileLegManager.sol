// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

enum Mood {
    QUIET,
    REVERTS,
    BURNS_GAS,
    ANSWERS_NONSENSE,
    CALLS_BACK,
    INSISTS
}

/// @title A leg manager that keeps nothing, and misbehaves in one of its calls.
contract HostileLegManager {
    address private immutable target;
    Mood private mood;
    bytes4 private selector;
    bytes private callBack;
    uint256 public taken;
    uint256 public refused;

    error HostileToday();

    constructor(address target_) {
        target = target_;
    }

    function behave(Mood mood_, bytes4 selector_, bytes calldata callBack_) external {
        (mood, selector, callBack) = (mood_, selector_, callBack_);
    }

    fallback(bytes calldata) external returns (bytes memory) {
        if (msg.sig != selector || mood == Mood.QUIET) return "";
        if (mood == Mood.REVERTS) revert HostileToday();
        if (mood == Mood.ANSWERS_NONSENSE) {
            return hex"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";
        }
        if (mood == Mood.BURNS_GAS) {
            assembly {
                invalid()
            }
        }
        (bool done, bytes memory err) = target.call(callBack);
        if (!done && mood == Mood.INSISTS) {
            assembly {
                revert(add(err, 32), mload(err))
            }
        }
        if (done) ++taken;
        else ++refused;
        return "";
    }
}
