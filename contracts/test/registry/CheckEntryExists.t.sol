// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: checkEntryExists.
contract CheckEntryExistsTest is AccountFixture {
    function _exists(address earmarkedBy, bool isRedeemable) private view returns (bool) {
        return registries.checkEntryExists(bond, entryOf(alpen, earmarkedBy, isRedeemable));
    }

    function test_AFreeEntryExistsWhileSomethingIsFree() external {
        check(_exists(address(0), false), "free");
        check(!_exists(address(this), false) && !_exists(address(registries), true), "nothing else");
        earmarkOfAlpen(1_000);
        check(!_exists(address(0), false), "not free any more");
        check(_exists(address(this), false), "earmarked");
        registries.unearmark(movement(alpen, baltic, 1_000));
        check(_exists(address(0), false) && !_exists(address(this), false), "free again");
    }

    function test_AMarkedEntryIsEarmarkedByTheManagerAlone() external {
        markRedeemable(alpen, 1_000);
        check(_exists(address(registries), true), "redeemable");
        check(!_exists(address(0), true) && !_exists(address(this), true), "marked by somebody else");
        check(!_exists(address(this), false), "earmarked by a protocol");
    }

    function test_WhoMayNotEarmarkHasEarmarkedNothing() external {
        earmarkOfAlpen(1);
        check(!_exists(baltic, false), "an investor");
    }

    function test_AnEntryOfAnotherIssuerOrOfAnUnknownRegistryDoesNotExist() external view {
        IAccountRegistryManager.RegistryEntry memory entry = entryOf(alpen, address(0), false);
        check(!registries.checkEntryExists(RegistryId.wrap("unknown"), entry), "unknown registry");
        entry.issuerOrDepositary = meridian;
        check(!registries.checkEntryExists(bond, entry), "another issuer");
    }
}
