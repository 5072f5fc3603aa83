// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev What a bad token does on each transfer.
enum Trick {
    NONE,
    /// Answers false, and moves nothing.
    RETURN_FALSE,
    /// Answers true, and moves nothing.
    DO_NOTHING,
    /// Keeps a tenth of what arrives.
    KEEP_FEE,
    /// Takes a tenth more from who sends.
    TAKE_MORE,
    /// Moves everything, and then reverts.
    REVERT_LATE,
    /// Uses up whatever gas there is.
    BURN_GAS,
    /// Calls back, and goes on whatever comes of it.
    REENTER,
    /// Calls back, and reverts with what comes of it.
    REENTER_OR_REVERT
}

/// @title What the bad tokens have in common: which trick, and where to call back.
abstract contract Mischief {
    Trick public trick;
    address public target;
    bytes public callback;
    uint256 public numReentered;
    uint256 public numSucceeded;
    bool private isInside;
    uint256 private sink;

    error MischiefRefused();

    function play(Trick trick_) external {
        trick = trick_;
    }

    function reenter(Trick trick_, address target_, bytes calldata callback_) external {
        (trick, target, callback) = (trick_, target_, callback_);
        (numReentered, numSucceeded) = (0, 0);
    }

    function _afterTransfer() internal {
        if (trick == Trick.REVERT_LATE) revert MischiefRefused();
        if (trick == Trick.BURN_GAS) {
            while (true) ++sink;
        }
        bool isReentering = trick == Trick.REENTER || trick == Trick.REENTER_OR_REVERT;
        if (!isReentering || isInside) return;
        isInside = true;
        ++numReentered;
        (bool done, bytes memory result) = target.call(callback);
        if (done) ++numSucceeded;
        isInside = false;
        if (done || trick == Trick.REENTER) return;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}
