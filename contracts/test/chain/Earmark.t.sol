// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title ChainRegistryManager: earmark, preparedSides, preparedAccounts.
contract EarmarkTest is MovementFixture {
    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _earmark(alpen, _movement(), CHAIN);
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        _revoke(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        _suspend();
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        _export();
        refuses(_notRegistered(shares, RegistryState.EXPORTING));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_P09_RevertWhen_ItWouldTerminate() external {
        IRegistry.Movement memory movement = _movement();
        movement.receiver = meridian;
        refuses(_notBetweenInvestors());
        _earmark(dapp, movement, CHAIN);
    }

    function test_RevertWhen_TheDataNamesNoAccountOverAChain() external {
        bytes[4] memory wrong = [
            abi.encode(uint256(1)), _data(0, CHAIN), _data(1 << 64, CHAIN), _data(1, CustodyChainId.wrap(0))
        ];
        for (uint256 i; i < 4; ++i) {
            vm.prank(dapp);
            refuses(_dataInvalid(wrong[i]));
            chains.earmark(_movement(), wrong[i]);
        }
    }

    function test_RevertWhen_TheChainIsUnknownOrOfAnotherRegistry() external {
        refuses(_chainUnknown(shares, UNKNOWN));
        _earmark(dapp, _movement(), UNKNOWN);
        refuses(_chainUnknown(shares, FOREIGN));
        _earmark(dapp, _movement(), FOREIGN);
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        _configure(meridian, alpen, 1, false);
        refuses(_notOpen(meridian, alpen, 1));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_CON05_RevertWhen_MoreThanIsFree() external {
        _mark(alpen, CHAIN, 601);
        refuses(_notAvailable(CHAIN, alpen, 1, 399, 400));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_RevertWhen_EarmarkedTwice() external {
        _earmark(dapp, _movement(), CHAIN);
        refuses(abi.encodeWithSelector(IRegistry.EarmarkAlreadyTaken.selector, _movement().movementRef));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_RevertWhen_TheReceiverHasNamedAnotherChain() external {
        _name(dapp, _movement(), OWN);
        refuses(_differ(OWN, CHAIN));
        _earmark(dapp, _movement(), CHAIN);
    }

    function test_P03_Privilege_EARMARK_PROTOCOL_DAPP_HasIt_AndTheQuantityStaysButDoesNotMove() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsEarmarked(
            shares, CHAIN, "movement", alpen, AccountNumber.wrap(1), dapp, 400
        );
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(
            CHAIN, alpen, AccountNumber.wrap(1), shares, 1_000, 400
        );
        _earmark(dapp, _movement(), CHAIN);
        _has(CHAIN, alpen, 1, 1_000, 400, 0);
        _has(OWN, alpen, 1, 1_000, 0, 0);
    }

    function test_OnlyTheSameCallerFindsTheSameMovementAgain() external {
        _earmark(dapp, _movement(), CHAIN);
        (bool isEarmarked, bool isReceivingAccountSet) = chains.preparedSides(dapp, _movement());
        check(isEarmarked && !isReceivingAccountSet, "sides");
        (AccountNumber from, AccountNumber to, CustodyChainId over) =
            chains.preparedAccounts(dapp, _movement());
        same(AccountNumber.unwrap(from), 1, "from");
        same(AccountNumber.unwrap(to), 0, "to");
        same(CustodyChainId.unwrap(over), CustodyChainId.unwrap(CHAIN), "chain");
        (isEarmarked,) = chains.preparedSides(address(deliveries), _movement());
        check(!isEarmarked, "another caller's");
    }
}
