// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Test } from "../support/Test.sol";
import { Properties } from "./Properties.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title Random actors and calls over the whole ledger: rules §2.6 and §3.
/// @dev Two campaigns, not one for each property: each repeats all calls. Which property is broken, the error says.
contract LedgerInvariants is Test {
    address private constant CONSOLE = 0x000000000000000000636F6e736F6c652e6c6f67;

    Properties private ledger;

    function setUp() external {
        ledger = new Properties();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(ledger);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(ledger), _selectors());
    }

    /// forge-config: default.invariant.shrink-run-limit = 100
    function invariant_P01_P02_P03_P05_P36_P42_EverythingIsWhereTheCallsHaveBroughtIt() external view {
        if (!ledger.hasChanged()) return;
        ledger.p01_conservation();
        ledger.p02_supply();
        ledger.p03_earmarks();
        ledger.p05_positions();
        ledger.p36_suspension();
        ledger.p42_escrow();
    }

    /// forge-config: default.invariant.shrink-run-limit = 100
    function invariant_P10_P11_P12_P13_P14_P15_P43_P44_DeliveriesAreWhatTheirPartiesMadeThem() external {
        if (!ledger.hasChanged()) return;
        ledger.p10_allOrNone();
        ledger.p11_states();
        ledger.p12_once();
        ledger.p13_nothingMovesBefore();
        ledger.p14_confirmations();
        ledger.p15_recount();
        ledger.p44_locksComeBack();
        ledger.p43_aWayToTheEnd();
    }

    /// @dev At the end of each course everything that is still open is brought to its end.
    function afterInvariant() external {
        ledger.p43_everythingEnds();
    }

    /// @dev One long course, the same each time, that comes through everything that matters.
    function test_TheCallsReachEveryStateThatMatters() external {
        bytes4[] memory selectors = _selectors();
        for (uint256 i; i < 3_000; ++i) {
            uint256 seed = uint256(keccak256(abi.encode("course", i)));
            (bool done, bytes memory err) =
                address(ledger).call(abi.encodeWithSelector(selectors[seed % selectors.length], seed));
            if (done) continue;
            assembly ("memory-safe") {
                revert(add(err, 32), mload(err))
            }
        }
        ledger.p43_everythingEnds();
        bytes32[33] memory wanted = [
            bytes32("done"),
            "refused",
            "created",
            "settled",
            "canceled",
            "refused by registrar",
            "canceled by parties",
            "locked",
            "unlocked",
            "expired",
            "unsettled",
            "transferred",
            "transferred by allowance",
            "forced",
            "issued",
            "marked",
            "unmarked",
            "terminated",
            "trouble",
            "suspended",
            "upgraded",
            "rolled back",
            "whitelisted",
            "reorganised",
            "minted",
            "burned",
            "mint canceled",
            "burn canceled",
            "settled many legs",
            "paid outside",
            "lock taken back",
            "canceled after expiry",
            "canceled by the operator"
        ];
        for (uint256 i; i < wanted.length; ++i) {
            uint256 times = ledger.times(wanted[i]);
            _print(wanted[i], times);
            check(times > 2, string(abi.encodePacked("hardly ever ", wanted[i])));
        }
    }

    /// @dev What moves deliveries on comes most often.
    function _selectors() private view returns (bytes4[] memory selectors) {
        bytes4[19] memory kinds = [
            ledger.createSome.selector,
            ledger.confirmSome.selector,
            ledger.send.selector,
            ledger.collect.selector,
            ledger.requestMintOrBurn.selector,
            ledger.cancelSome.selector,
            ledger.expire.selector,
            ledger.nameAccount.selector,
            ledger.transfer.selector,
            ledger.force.selector,
            ledger.issue.selector,
            ledger.mark.selector,
            ledger.terminate.selector,
            ledger.whitelistSender.selector,
            ledger.makeTrouble.selector,
            ledger.mend.selector,
            ledger.upgrade.selector,
            ledger.reorg.selector,
            ledger.outlive.selector
        ];
        uint8[19] memory shares = [4, 16, 5, 6, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1, 2, 2, 1, 1, 2];
        selectors = new bytes4[](54);
        uint256 count;
        for (uint256 i; i < kinds.length; ++i) {
            for (uint256 j; j < shares[i]; ++j) {
                selectors[count++] = kinds[i];
            }
        }
        selectors[count++] = ledger.suspendAsStranger.selector;
        selectors[count++] = ledger.pass.selector;
        check(count == selectors.length, "shares");
    }

    /// @dev Seen with -vv.
    function _print(bytes32 what, uint256 times) private view {
        (bool done,) = CONSOLE.staticcall(
            abi.encodeWithSignature("log(string,uint256)", string(abi.encodePacked(what)), times)
        );
        check(done, "printed");
    }
}
